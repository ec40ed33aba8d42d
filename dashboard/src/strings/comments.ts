export const commentStrings = {
  title: 'Comments',
  none: 'Nobody has commented.',
  mentions: (names: string) => `Mentions ${names}`,
  write: 'Write a comment',
  hint: 'Ctrl+Enter sends it. Type @ to mention somebody, who is told. A comment cannot be changed or deleted.',
  mention: 'Mention somebody',
  mentioned: 'Who is told',
  unmention: (name: string) => `Do not mention ${name}`,
  missing: 'Write something first.',
  send: 'Comment',
} as const;
