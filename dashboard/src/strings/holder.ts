export const holderStrings = {
  title: 'What the holder says',
  ask: 'Ask the holder',
  askAgain: 'Ask the holder again',
  done: (name: string) => `The mail to ${name} is queued.`,
  none: (name: string) => `${name} was not asked. A mail asks for a reason to keep it, or to give it up.`,
  asked: (who: string, date: string) => `Asked by ${who}, ${date}.`,
  askedFirst: (date: string) => `Lapse asked first, ${date}.`,
  left: (date: string) =>
    `Asked the holder first; the reviewer is asked on ${date}, or as soon as the holder has answered.`,
  reviewerAsked: (date: string) => `The reviewer was asked after that, ${date}.`,
  queued: 'The mail waits to be sent; no mail server has taken it yet.',
  sent: (address: string, date: string) => `Mailed to ${address}, ${date}. Not answered yet.`,
  failed: (error: string) => `The latest attempt to send the mail failed: ${error}`,
  until: (date: string) => `The question is open until ${date}.`,
  over: (date: string) => `Nobody answered until ${date}.`,
  answered: {
    keep: (name: string) => `${name} says they still need it.`,
    release: (name: string) => `${name} gave it up.`,
  },
} as const;
