import { describe, expect, it } from 'vitest';
import { baseAddress } from './base-address.ts';

const { pathOf, urlOf } = baseAddress('https://graph.example.com/proxy/');

describe('continuations', () => {
  it('are paths below the base', () => {
    expect(pathOf('https://graph.example.com/proxy/v1.0/users?$skiptoken=a%2Fb')).toBe(
      '/v1.0/users?$skiptoken=a%2Fb',
    );
    expect(urlOf('/v1.0/users?$skiptoken=a%2Fb').href).toBe(
      'https://graph.example.com/proxy/v1.0/users?$skiptoken=a%2Fb',
    );
  });

  it.each([
    'https://evil.example.com/proxy/v1.0/users',
    'https://graph.example.com.evil.test/proxy/v1.0/users',
    'http://graph.example.com/proxy/v1.0/users',
    'https://graph.example.com:8443/proxy/v1.0/users',
    'https://graph.example.com@evil.example.com/proxy/users',
    'https://user@graph.example.com/proxy/users',
    'https://graph.example.com/other/users',
    'https://graph.example.com/proxy/../other',
    '//evil.example.com/proxy/users',
    'https://',
  ])('%s is not followed', (link) => {
    expect(() => pathOf(link)).toThrow(expect.objectContaining({ code: 'protocol' }));
  });

  it.each(['/../secret', '//evil.example.com/x', 'users', '@evil.example.com/'])(
    'the path %s of a cursor does not lead out either',
    (path) => {
      let called: URL | null = null;
      try {
        called = urlOf(path);
      } catch (error) {
        expect(error).toMatchObject({ code: 'protocol' });
      }
      expect(called?.href ?? 'https://graph.example.com/proxy/').toContain(
        'https://graph.example.com/proxy/',
      );
    },
  );
});
