// Turns the description of the API on standard input into the types of every endpoint, on standard output:
//   node generate.mjs < ../openapi.json > src/api.ts
import { text } from 'node:stream/consumers';
import openapiTS, { astToString } from 'openapi-typescript';

const description = JSON.parse(await text(process.stdin));
process.stdout.write(
  `/** Generated from openapi.json by \`npm run generate\`; changes here are lost. */\n${astToString(await openapiTS(description))}`,
);
