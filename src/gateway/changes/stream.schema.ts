import { Type } from 'typebox';
import { CHANGE_KINDS } from '../../platform/changes/changes.rules.ts';
import { Enum, Timestamp } from '../common.schema.ts';

export const ChangeData = Type.Object(
  {
    kinds: Type.Array(Enum(CHANGE_KINDS), { description: 'What to read again, if it is shown.' }),
    at: Timestamp({ description: 'When it was told.' }),
  },
  {
    $id: 'ChangeData',
    description: 'The data of an event of the stream.',
    examples: [{ kinds: ['reviews', 'overview'], at: '2026-01-31T09:30:00.000Z' }],
  },
);

export const ChangeEvents = Type.String({
  description: 'Server-sent events. Each `change` has `ChangeData` as its data.',
  examples: [
    'retry: 3000\n\nevent: change\nid: 1\ndata: {"kinds":["reviews","overview"],"at":"2026-01-31T09:30:00.000Z"}\n\n',
  ],
});
