export const holderStrings = {
  title: 'What the holder says',
  ask: 'Ask the holder',
  askAgain: 'Ask the holder again',
  done: (name: string) => `The question to ${name} is queued.`,
  none: (name: string) => `${name} was not asked. A message asks for a reason to keep it, or to give it up.`,
  asked: (who: string, date: string) => `Asked by ${who}, ${date}.`,
  askedFirst: (date: string) => `Lapse asked first, ${date}.`,
  left: (date: string) =>
    `Asked the holder first; the reviewer is asked on ${date}, or as soon as the holder has answered.`,
  reviewerAsked: (date: string) => `The reviewer was asked after that, ${date}.`,
  queued: 'The question waits to be sent.',
  sent: (address: string, date: string) => `Mailed to ${address}, ${date}. Not answered yet.`,
  inSlack: (date: string) => `Written to in Slack, ${date}. Not answered yet.`,
  failed: (error: string) => `The latest attempt to send the question failed: ${error}`,
  until: (date: string) => `The question is open until ${date}.`,
  over: (date: string) => `Nobody answered until ${date}.`,
  answered: {
    keep: (name: string) => `${name} says they still need it.`,
    release: (name: string) => `${name} gave it up.`,
  },
} as const;
