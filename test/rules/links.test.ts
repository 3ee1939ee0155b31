import { describe, expect, it } from 'vitest';
import { splitLinks } from '../../src/rules/links';

const hrefs = (text: string) => splitLinks(text).flatMap(({ href }) => (href === null ? [] : [href]));

describe('web addresses in a message', () => {
  it.each([
    ['see https://example.org/a?b=c#d now', ['https://example.org/a?b=c#d']],
    ['http://example.org and https://example.net', ['http://example.org', 'https://example.net']],
    ['HTTPS://EXAMPLE.ORG', ['HTTPS://EXAMPLE.ORG']],
    ['(https://example.org/x), really', ['https://example.org/x']],
    ['Is it https://example.org?', ['https://example.org']],
    ['देखो https://example.org/पशु।', ['https://example.org/पशु']],
    ['دیکھو https://example.org/x۔ https://example.net؟', ['https://example.org/x', 'https://example.net']],
    [
      'He wrote “https://example.org/x”, and ‘https://example.org/y’.',
      ['https://example.org/x', 'https://example.org/y'],
    ],
  ])('of %j are %j', (text, expected) => {
    expect(hrefs(text)).toEqual(expected);
  });

  it.each([
    ['www.example.org', 'https://www.example.org'],
    ['Www.example.org/x', 'https://Www.example.org/x'],
    ['wa.me/919845012345', 'https://wa.me/919845012345'],
    ['maps.app.goo.gl/AbC', 'https://maps.app.goo.gl/AbC'],
  ])('lead to https, where they are written as %j', (written, href) => {
    expect(splitLinks(`(${written}).`)).toEqual([
      { text: '(', href: null },
      { text: written, href },
      { text: ').', href: null },
    ]);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'example.org',
    'ftp://example.org',
    'https://',
    'http://[',
    'mail mira@example.org',
    'mira@www.example.org',
    'awww.so.sweet',
    'www.',
    'wa.me',
  ])('are not in %j', (text) => {
    expect(splitLinks(text)).toEqual([{ text, href: null }]);
  });

  it('are parts of their own, beside which no empty part is left', () => {
    const href = 'https://example.org';
    expect(splitLinks(href)).toEqual([{ text: href, href }]);
    expect(splitLinks(`see ${href}`)).toEqual([
      { text: 'see ', href: null },
      { text: href, href },
    ]);
  });

  it('leave no character out', () => {
    for (const text of ['', 'a https://b.c/d. e\nhttps://f.g!', 'https://a.b"c"', 'https:// https://x.y'])
      expect(
        splitLinks(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
  });
});
