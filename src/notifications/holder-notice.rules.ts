import {
  dayInWords,
  questionInWords,
  type SaidQuestion,
  useInWords,
} from '../core/reviews/holder/holder.rules.ts';
import { NAME_LENGTH_MAX, name, plain } from './send/plain.rules.ts';
import type { Notice } from './text.rules.ts';

/** The question whether somebody still needs what they hold, to themselves: by mail. */
export function holderNotice({
  said,
  expires_at,
  url,
}: {
  said: SaidQuestion;
  expires_at: string;
  url: string;
}): Notice {
  return {
    title: titleOf(said),
    paragraphs: [
      ...factsOf(said),
      'The link below leads to a page on which you keep it, and say why, or give it up. Opening the page decides nothing.',
      `It can be answered once, until ${dayInWords(expires_at)} or until the review is closed. The link is yours: whoever has it can answer for you, so do not pass it on.`,
    ],
    items: [],
    links: [{ label: 'Answer', url }],
  };
}

/** The same in Slack, where buttons answer. */
export function holderSlackNotice({
  id,
  said,
  expires_at,
}: {
  id: string;
  said: SaidQuestion;
  expires_at: string;
}): Notice {
  return {
    title: titleOf(said),
    paragraphs: [
      ...factsOf(said),
      `It can be answered once, until ${dayInWords(expires_at)} or until the review is closed.`,
    ],
    items: [],
    links: [],
    asks_holder: id,
  };
}

function titleOf(said: SaidQuestion): string {
  const permissions = said.permissions.map((each) => name(each));
  return plain(
    questionInWords({ ...said, asset_name: name(said.asset_name), permissions }),
    NAME_LENGTH_MAX * 2,
  );
}

const factsOf = (said: SaidQuestion): string[] => [
  plain(useInWords(said)),
  `${name(said.asked_by_name)} asks, because this access on ${name(said.platform)} is under review.`,
];
