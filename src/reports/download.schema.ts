import { Type } from 'typebox';
import { Enum } from '../gateway/common.schema.ts';
import { ReportDocument } from './document.schema.ts';

const File = Type.String({ format: 'binary', description: 'The file, byte for byte.', examples: ['…'] });

const content = {
  'application/json': { schema: ReportDocument },
  'application/pdf': { schema: File },
  'text/csv': { schema: File },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: File },
};

export const DownloadQuery = Type.Object(
  {
    disposition: Type.Optional(
      Enum(['attachment', 'inline'], {
        description: 'inline: a browser shows it where it can, instead of saving it. Of a PDF only.',
        examples: ['attachment'],
      }),
    ),
  },
  { additionalProperties: false },
);

export const downloadResponses = {
  200: { description: 'The file.', content },
  206: {
    description: 'The part that Range asked for.',
    content: Object.fromEntries(Object.keys(content).map((type) => [type, { schema: File }])),
  },
  304: Type.Null({ description: 'The reader has it already (If-None-Match).' }),
};
