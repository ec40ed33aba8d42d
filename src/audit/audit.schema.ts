import { Type } from 'typebox';
import {
  Enum,
  IdFilter,
  IdParams,
  ListQuery,
  Model,
  NullableInteger,
  NullableString,
  Page,
  Query,
  TextFilter,
  Timestamp,
} from '../gateway/common.schema.ts';

const EXAMPLE_ID = '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f';
const NOTE =
  'lapse-audit/contoso/0198c0de-0000-7000-8000-000000000001\n21\nqUwSm4MVXEbJOw3YQeQXRAYtdiLbqKjMh2g0VOcYDuk=\n\n\u2014 lapse-audit/contoso/0198c0de-0000-7000-8000-000000000001 Gis8TQ…\n';
const ROOT = 'qUwSm4MVXEbJOw3YQeQXRAYtdiLbqKjMh2g0VOcYDuk=';

const Base64 = (description: string) => Type.String({ description });
const Size = (description: string, example: number) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description, examples: [example] });

const example = {
  id: EXAMPLE_ID,
  principal_id: 'prin-001',
  review_id: null,
  asset_id: null,
  event_type: 'score.threshold_crossed',
  description: 'The score of Amara Okafor rose above 80.',
  actor: 'system',
  timestamp: '2026-01-31T09:30:00.000Z',
  occurred_at: '2026-01-31T09:29:58.000Z',
  data: { threshold: 80, direction: 'above' },
  position: 20,
  integrity: 'verified',
};

export const AuditEntryItem = Model(
  'AuditEntry',
  {
    id: Type.String(),
    principal_id: NullableString({ description: 'Whom it is about; null when about nobody in particular.' }),
    review_id: NullableString({ description: 'The review it belongs to.' }),
    asset_id: NullableString({ description: 'The asset it is about.' }),
    event_type: Type.String(),
    description: Type.String(),
    actor: Type.String({ description: 'Who did it, or the word system.' }),
    timestamp: Timestamp({
      description:
        'When it was recorded, by the clock of the database. Lists are ordered by it, and periods of reports and filters are of it.',
    }),
    occurred_at: Timestamp({
      description:
        'When what it tells of happened: before `timestamp`, where that was learnt later. Entries from before the two were told apart have one time for both.',
    }),
    data: Type.Object({}, { additionalProperties: true, description: 'What else is known; by event type.' }),
    position: NullableInteger({
      description: 'Its place in the log, from 0; null for at most 10 seconds after its commit.',
    }),
    integrity: Enum(['verified', 'pending', 'altered'], {
      description:
        'verified: what is shown here is under the latest signature of the log. pending: it has no place yet. altered: no signature of the log’s own key is over it, so somebody changed the database; `GET /v1/audit/status` says so if it is the key itself.',
    }),
  },
  example,
);

export const AuditPage = Page(AuditEntryItem, example, 'A page of audit entries, newest first.');

export const AuditQuery = ListQuery({
  principal_id: IdFilter('Only entries about this principal.', 'prin-001'),
  review_id: IdFilter('Only entries of this review.', EXAMPLE_ID),
  asset_id: IdFilter('Only entries about access to this asset.', 'asset-001'),
  principal: TextFilter(
    'Only entries about the principals of this name: an id, an e-mail, or words that begin words of the name.',
    'amara oka',
  ),
  asset: TextFilter(
    'Only entries about the assets of this name: an id, or words that begin words of the name or a tag.',
    'customer',
  ),
  event_type: TextFilter('Only entries of this type.', 'score.threshold_crossed'),
  actor: TextFilter(
    'Only what this actor did: a label, an id, an e-mail, a name, or the word system.',
    'system',
  ),
  from: Type.Optional(Timestamp({ description: 'Only what was recorded then or later.', maxLength: 40 })),
  to: Type.Optional(Timestamp({ description: 'Only what was recorded before then.', maxLength: 40 })),
  order: Enum(['desc', 'asc'], {
    default: 'desc',
    description: 'desc: newest first.',
    examples: ['desc'],
  }),
});

const NullableTimestamp = (description: string) => NullableString({ format: 'date-time', description });

export const AuditStatus = Model(
  'AuditStatus',
  {
    state: Type.String({
      enum: ['signed', 'behind', 'stopped'],
      description:
        'signed: what is appended is signed within seconds. behind: something has waited for more than a minute, so no worker signs. stopped: the log is refused a signature, or its key is not the one it was begun with; trouble says why.',
    }),
    tree_size: Type.Integer({ description: 'How many entries the latest checkpoint is over.' }),
    signed_at: NullableTimestamp('When it was signed; null before the first.'),
    pending: Type.Integer({ description: 'Entries that are not in the log yet.' }),
    oldest_pending_seconds: Type.Number({ description: 'How long the oldest of them has waited.' }),
    trouble: NullableString({ description: 'Why nothing is signed, or nothing is verified.' }),
    trouble_since: NullableTimestamp('Since when; null while no worker has told of it.'),
  },
  {
    state: 'signed',
    tree_size: 21,
    signed_at: '2026-01-31T09:30:02.000Z',
    pending: 0,
    oldest_pending_seconds: 0,
    trouble: null,
    trouble_since: null,
  },
);

export const AuditParams = IdParams('audit entry', EXAMPLE_ID);

export const AuditCheckpoint = Model(
  'AuditCheckpoint',
  {
    origin: Type.String({ description: 'Names the log.' }),
    tree_size: Type.Integer({ description: 'How many entries it is over.' }),
    root_hash: Base64('Root of the RFC 6962 tree over them (SHA-256, base64).'),
    signed_at: Timestamp(),
    note: Type.String({ description: 'The signed note (C2SP signed-note and tlog-checkpoint). Keep it.' }),
  },
  {
    origin: 'lapse-audit/contoso/0198c0de-0000-7000-8000-000000000001',
    tree_size: 21,
    root_hash: ROOT,
    signed_at: '2026-01-31T09:30:02.000Z',
    note: NOTE,
  },
);

export const AuditKey = Model(
  'AuditKey',
  {
    origin: Type.String({ description: 'Names the log.' }),
    key_id: Type.String({ description: 'As it begins signatures, in hex.' }),
    algorithm: Type.String(),
    public_key: Base64('The 32 bytes of the Ed25519 key.'),
    key: Type.String({
      description: 'All of it in one word, for "lapse audit verify --key". Keep it apart.',
    }),
  },
  {
    origin: 'lapse-audit/contoso/0198c0de-0000-7000-8000-000000000001',
    key_id: '1a2b3c4d',
    algorithm: 'Ed25519',
    public_key: 'Gb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
    key: 'lapse-audit/contoso/0198c0de-0000-7000-8000-000000000001+1a2b3c4d+ARm/RAlphM3+hUG6wWfcO5bIUIaqMLa2ywxcOK1wMWbh',
  },
);

const Tree = {
  tree_size: Type.Integer(),
  root_hash: Base64('Root of that tree. Compare it with a checkpoint you trust.'),
  checkpoint: NullableString({ description: 'The signed note of that size, if one was signed.' }),
};
const Hashes = Type.Array(Type.String(), {
  description: 'The hashes of the proof, in the order of RFC 6962.',
});

export const AuditInclusion = Model(
  'AuditInclusion',
  {
    id: Type.String(),
    position: Type.Integer(),
    ...Tree,
    entry: Type.String({ description: 'The bytes of the entry that are hashed, as UTF-8.' }),
    leaf_hash: Base64('SHA-256 of a zero byte and the entry.'),
    hashes: Hashes,
  },
  {
    id: EXAMPLE_ID,
    position: 20,
    tree_size: 21,
    root_hash: ROOT,
    checkpoint: NOTE,
    entry: `{"id":"${EXAMPLE_ID}","timestamp":"2026-01-31T09:30:00Z",…}`,
    leaf_hash: 'YkFZ5J2Zp5E2sPZr6eFzBAKaFpTjeA0ntT3J0P+7EPo=',
    hashes: ['HvS8jYHxQcDcJbxO3jTAeKIv0pCBFDGQDXWHPS2Pgcc='],
  },
);

export const InclusionQuery = Query({
  tree_size: Type.Optional(
    Size('Prove it for the tree of this size; the latest checkpoint unless given.', 21),
  ),
});

export const AuditConsistency = Model(
  'AuditConsistency',
  { from: Type.Object(Tree), to: Type.Object(Tree), hashes: Hashes },
  {
    from: { tree_size: 20, root_hash: 'HvS8jYHxQcDcJbxO3jTAeKIv0pCBFDGQDXWHPS2Pgcc=', checkpoint: null },
    to: { tree_size: 21, root_hash: ROOT, checkpoint: NOTE },
    hashes: ['YkFZ5J2Zp5E2sPZr6eFzBAKaFpTjeA0ntT3J0P+7EPo='],
  },
);

export const ConsistencyQuery = Query({
  from: Size('Size of the earlier tree.', 20),
  to: Type.Optional(Size('Size of the later tree; the latest checkpoint unless given.', 21)),
});

export const ExportQuery = Query({
  from_size: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'Leave out the first entries; they are proved by their hashes.',
    examples: [0],
  }),
});

export const SignedNote = Type.String({ description: 'The signed note.', examples: [NOTE] });

export const BundleLines = Type.String({
  description: 'JSON lines.',
  examples: [
    '{"format":"lapse-audit-bundle/1",…}\n{"id":"0198c0de-…",…}\n{"leaf_hashes":"YkFZ…"}\n{"end":1,"outside":0}\n',
  ],
});
