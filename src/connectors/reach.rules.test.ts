import { describe, expect, it } from 'vitest';
import { ANYTHING, fileFault, hostFault, namedHostFault, urlFault } from './reach.rules.ts';

describe('hosts', () => {
  const reach = { hosts: ['db.example.com', '*.data.example.com', '10.0.0.7'], log_dir: null };

  it.each(['db.example.com', 'DB.example.com', 'a.data.example.com', '10.0.0.7'])(
    '%s may be reached',
    (host) => {
      expect(hostFault(host, reach)).toBeNull();
    },
  );

  it.each([
    'localhost',
    '127.0.0.1',
    '169.254.169.254',
    '/var/run/postgresql',
    'data.example.com',
    'db.example.com.evil.test',
    'evildb.example.com',
    '10.0.0.70',
  ])('%s may not', (host) => {
    expect(hostFault(host, reach)).toContain('CONNECTOR_HOSTS');
  });

  it('nobody has named any', () => {
    expect(hostFault('db.example.com', { hosts: [] })).toContain('no hosts');
    expect(hostFault('/tmp', ANYTHING)).toBeNull();
  });
});

describe('addresses of interfaces', () => {
  const reach = { hosts: ['graph.example.com', '127.0.0.1', '::1', '169.254.169.254'], log_dir: null };

  it.each([
    'https://graph.example.com',
    'https://GRAPH.example.com:8443/proxy',
    'http://127.0.0.1:9999',
    'http://[::1]:1',
  ])('%s may be called', (url) => {
    expect(urlFault(url, reach)).toBeNull();
  });

  it.each([
    ['https://evil.example.com', 'CONNECTOR_HOSTS'],
    ['https://graph.example.com.evil.test', 'CONNECTOR_HOSTS'],
    ['https://graph.example.com@evil.test', 'without user'],
    ['https://localhost', 'CONNECTOR_HOSTS'],
    ['http://graph.example.com', 'loopback'],
    ['graph.example.com', 'https address'],
    ['file:///etc/passwd', 'https address'],
    ['https://graph.example.com/?a=b', 'without user'],
    ['https://169.254.169.254/latest', 'metadata'],
    ['https://[::ffff:169.254.169.254]/', 'metadata'],
  ])('%s may not', (url, why) => {
    expect(urlFault(url, reach)).toContain(why);
  });

  it('is judged by its form and by what is never reached, also where any host may be', () => {
    expect(urlFault('https://anything.test', ANYTHING)).toBeNull();
    expect(urlFault('http://anything.test', ANYTHING)).toContain('loopback');
    expect(urlFault('https://168.63.129.16', ANYTHING)).toContain('metadata');
  });
});

describe('files', () => {
  const reach = { hosts: null, log_dir: '/var/log/postgresql' };

  it.each(['/var/log/postgresql', '/var/log/postgresql/a.csv', '/var/log/postgresql/15/..b.json'])(
    '%s may be read',
    (path) => {
      expect(fileFault(path, reach)).toBeNull();
    },
  );

  it.each([
    '/etc/passwd',
    '/var/log/postgresql-evil/a.csv',
    '/var/log/postgresql/../secret',
    '/var/log/postgresql/./../../secret',
    'var/log/postgresql/a.csv',
  ])('%s may not', (path) => {
    expect(fileFault(path, reach)).toContain('CONNECTOR_LOG_DIR');
  });

  it('nobody has named a directory', () => {
    expect(fileFault('/var/log/a.csv', { log_dir: '' })).toContain('no files');
    expect(fileFault('/etc/passwd', ANYTHING)).toBeNull();
  });
});

describe('hosts that an operator names', () => {
  it.each(['db.example.com', 'db', '*', '*.data.example.com', '10.0.0.7', '::1', 'my_db.internal'])(
    'may be %s',
    (name) => {
      expect(namedHostFault(name)).toBeNull();
    },
  );

  it.each([
    'https://db.example.com',
    'postgres://db',
    'db.example.com:5432',
    '10.0.0.7:5432',
    '[::1]',
    '10.0.0.0/8',
    'db.*',
    '*db.example.com',
    '*.*.example.com',
    'a.*.example.com',
    'db..example.com',
    '.example.com',
    'db.example.com/path',
    '/var/run/postgresql',
    'user@db.example.com',
    'db example.com',
    '10.0.0.256',
    '-db.example.com',
  ])('may not be %s', (name) => {
    expect(namedHostFault(name)).toContain('without scheme, port or path');
  });
});
