import type { SetupStep } from '../setup-guide.ts';
import { identifier, literal, partsOf } from '../snippets.ts';

export const POSTGRES_STEPS: SetupStep[] = [
  {
    title: 'A role that reads',
    needed_for: 'discover',
    instructions: [
      'Run this as a superuser, or as the administrator of a managed server. Use a long random password.',
      'The role needs no access to data.',
      'The second statement prints a GRANT for each database that the role may not connect to; run what it prints for those to be watched.',
    ],
    permissions: [
      {
        name: 'CONNECT',
        purpose: 'on every database that is watched, to list its objects and what is granted on them',
        ability: 'discover',
      },
      {
        name: 'pg_monitor',
        purpose: 'to read what statements other roles have run',
        ability: 'read_use',
      },
    ],
    snippets: [
      {
        title: 'psql, in any database',
        language: 'sql',
        parts: partsOf`CREATE ROLE ${identifier('user')} LOGIN PASSWORD '…' IN ROLE pg_monitor;`,
      },
      {
        title: 'psql, in any database',
        language: 'sql',
        parts: partsOf`SELECT format('GRANT CONNECT ON DATABASE %I TO %I;', datname, ${literal('user')})
FROM pg_database
WHERE datallowconn AND NOT datistemplate
  AND NOT has_database_privilege(${literal('user')}, datname, 'CONNECT');`,
      },
    ],
    settings: [
      { name: 'host', suggestion: null },
      { name: 'port', suggestion: null },
      { name: 'user', suggestion: 'lapse_reader' },
      { name: 'password', suggestion: null },
    ],
  },
  {
    title: 'A record of what is used',
    needed_for: 'read_use',
    instructions: [
      'Add pg_stat_statements to shared_preload_libraries, beside what is there, and restart the server. Managed servers have it among their parameters.',
      'Create the extension in one database, and name that database in the settings.',
      'It tells who uses what, but not when: a use is dated when it is found. A log of pgaudit is exact; name its path (log_path) if it can be read from the machine of Lapse.',
      'With neither, Lapse does not see use, and no score rises.',
    ],
    permissions: [],
    snippets: [
      {
        title: 'psql, in that database',
        language: 'sql',
        parts: ['CREATE EXTENSION IF NOT EXISTS pg_stat_statements;'],
      },
    ],
    settings: [
      { name: 'database', suggestion: null },
      { name: 'log_path', suggestion: null },
    ],
  },
  {
    title: 'A role that removes',
    needed_for: 'revoke',
    instructions: [
      'What a role has granted can be taken away by whoever can act as that role: make the remover a member of every role that owns tables or granted rights.',
      'The second statement prints a GRANT for each owner of tables; read it, then run what it prints. Superusers are left out, because a member of a superuser can become one: what they own stays out of reach.',
      'Leave this out and Lapse only reads.',
    ],
    permissions: [
      {
        name: 'membership',
        purpose: 'in every role that owns tables or granted rights, to remove and restore what it granted',
        ability: 'revoke',
      },
    ],
    snippets: [
      {
        title: 'psql, in any database',
        language: 'sql',
        parts: partsOf`CREATE ROLE ${identifier('remediation_user')} LOGIN PASSWORD '…';`,
      },
      {
        title: 'psql, in any database',
        language: 'sql',
        parts: partsOf`SELECT DISTINCT format('GRANT %I TO %I;', r.rolname, ${literal('remediation_user')})
FROM pg_shdepend d JOIN pg_roles r ON r.oid = d.refobjid
WHERE d.refclassid = 'pg_authid'::regclass AND d.deptype = 'o'
  AND d.classid = 'pg_class'::regclass AND NOT r.rolsuper;`,
      },
    ],
    settings: [
      { name: 'remediation_user', suggestion: 'lapse_remediator' },
      { name: 'remediation_password', suggestion: null },
    ],
  },
];
