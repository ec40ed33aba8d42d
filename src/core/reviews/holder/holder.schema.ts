import { Type } from 'typebox';
import { Enum, NullableString, NullableTimestamp, Timestamp } from '../../../gateway/common.schema.ts';
import { HOLDER_ANSWERS } from './holder.rules.ts';

const example = {
  id: '0198c0de-7d23-7f3b-8a51-5c6d7e8f9a0e',
  asked_at: '2026-01-31T10:00:00.000Z',
  asked_by: 'hakon@example.com',
  expires_at: '2026-02-14T10:00:00.000Z',
  sent_to: 'amara@example.com',
  sent_at: '2026-01-31T10:00:02.000Z',
  slack_sent_at: null,
  failed_at: null,
  mail_error: null,
  answer: 'keep' as const,
  reason: 'Quarterly close.',
  answered_at: '2026-01-31T14:20:00.000Z',
};

const FIELDS = {
  id: Type.String(),
  asked_at: Timestamp(),
  asked_by: Type.String(),
  expires_at: Timestamp({
    description: 'Until when the link in the mail is good, unless the review is closed before.',
  }),
  sent_to: NullableString({ description: 'The address to which it was sent; null while it was not.' }),
  sent_at: NullableTimestamp({ description: 'When the mail server took it.' }),
  slack_sent_at: NullableTimestamp({
    description:
      'When Slack took the same question, as a direct message; null where no app of Slack carried it.',
  }),
  failed_at: NullableTimestamp({
    description:
      'When the latest attempt to send it failed; null when it was sent. It may be tried again, and asked again.',
  }),
  mail_error: NullableString({ description: 'Why it failed.' }),
  answer: Type.Union([Enum(HOLDER_ANSWERS), Type.Null()], {
    description:
      'keep: what the holder says, which is evidence; a reviewer still decides. release: the access was given up, which is a decision.',
  }),
  reason: NullableString({ description: "In the holder's words; empty where a release gives none." }),
  answered_at: NullableTimestamp(),
};

/** All that is asked is in the path. */
export const AskHolderBody = Type.Object({}, { examples: [{}] });

export const HolderQuestion = Type.Object(FIELDS, { $id: 'HolderQuestion', examples: [example] });

/** The same, as a part of a review. */
export const AskedHolder = Type.Object(FIELDS);
