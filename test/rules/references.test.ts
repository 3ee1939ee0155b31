import { describe, expect, it } from 'vitest';
import { splitReferences } from '../../src/rules/chat/references';

const found = (text: string) =>
  splitReferences(text).flatMap((part) => (part.href === null ? [] : [[part.text, part.href]]));
const maps = 'https://www.google.com/maps/search/?api=1&query=';

describe('a phone number in a message', () => {
  it.each([
    ['9876543210', 'tel:9876543210'],
    ['98765 43210', 'tel:9876543210'],
    ['98765-43210', 'tel:9876543210'],
    ['987 654 3210', 'tel:9876543210'],
    ['9876 543 210', 'tel:9876543210'],
    ['98 7654 3210', 'tel:9876543210'],
    ['+919876543210', 'tel:+919876543210'],
    ['+91 98765 43210', 'tel:+919876543210'],
    ['+91-98765-43210', 'tel:+919876543210'],
    ['(+91) 98765 43210', 'tel:+919876543210'],
    ['919876543210', 'tel:919876543210'],
    ['09876543210', 'tel:09876543210'],
    ['080-2345 6789', 'tel:08023456789'],
    ['080 23456789', 'tel:08023456789'],
    ['04362 234 5678', null],
    ['0413-234 5678', 'tel:04132345678'],
    ['+91 80 2345 6789', 'tel:+918023456789'],
    ['1800 123 4567', 'tel:18001234567'],
    ['+44 20 7946 0958', 'tel:+442079460958'],
  ])('%j leads to %j', (text, href) => {
    expect(found(text)).toEqual(href === null ? [] : [[text, href]]);
  });

  it.each([
    ['Call 98765 43210.', '98765 43210'],
    ['vet:9876543210, now', '9876543210'],
    ['Mob-9876543210', '9876543210'],
    ['(9876543210)', '9876543210'],
    ['Ravi,9876543210', '9876543210'],
    ['रवि 9876543210।', '9876543210'],
    ['Raju-9845012345', '9845012345'],
    ['Raju-98450 12345', '98450 12345'],
    ['MOB-9845012345', '9845012345'],
    ['at 5 9845012345', '9845012345'],
    ['9845012345 5pm', '9845012345'],
    ['9845012345 2nd floor', '9845012345'],
    ['9845012345/46', '9845012345'],
    ['91 9845012345', '91 9845012345'],
    ['91 98450 12345', '91 98450 12345'],
  ])('is found in %j', (text, number) => {
    expect(found(text).map(([words]) => words)).toEqual([number]);
  });

  it.each([
    ['+44 12345 67', 'tel:+441234567'],
    ['+123 45678 90123 45', 'tel:+123456789012345'],
    ['+44 20 7946 0991', 'tel:+442079460991'],
  ])('%j has as many digits as a number may have, and leads to %j', (text, href) => {
    expect(found(text)).toEqual([[text, href]]);
  });

  it.each(['+44 123 45', '+123 45678 90123 456', '+91 12345 67'])(
    'is not %j, which has too few or too many digits',
    (text) => {
      expect(found(`${text}, 98765 43210`).map(([words]) => words)).toEqual(['98765 43210']);
    },
  );

  it('is a part of its own, beside which no empty part is left', () => {
    expect(splitReferences('98765 43210')).toEqual([{ text: '98765 43210', href: 'tel:9876543210' }]);
    expect(splitReferences('Mira: 98765 43210')).toEqual([
      { text: 'Mira: ', href: null },
      { text: '98765 43210', href: 'tel:9876543210' },
    ]);
    expect(splitReferences('04362 234 5678')).toEqual([{ text: '04362 234 5678', href: null }]);
  });

  it.each([
    ['9876543210 or 9123456780', '9876543210', '9123456780'],
    ['9845012345/9845012346', '9845012345', '9845012346'],
    ['9845012345,9845012346', '9845012345', '9845012346'],
    ['98450 12345 98450 12346', '98450 12345', '98450 12346'],
    ['98450 12345/98450 12346', '98450 12345', '98450 12346'],
    ['98450-12345,98450-12346', '98450-12345', '98450-12346'],
    ['98450 12345 9845012346', '98450 12345', '9845012346'],
  ])('is found twice in %j', (text, ...numbers) => {
    expect(found(text).map(([words]) => words)).toEqual(numbers);
  });

  it.each([
    'Case 583',
    'Incident #9876543210',
    'INC-9876543210',
    'ORD9876543210',
    '2026-11-23',
    '23/11/2026',
    '23-11-2026 14:05',
    '20261123',
    '14:05-15:30',
    '6:30 to 7:45',
    '₹9876543210',
    'Rs. 9876543210',
    'INR 9876543210',
    '9876543210.50',
    '9,876,543,210',
    '1795000000',
    '1795000000123',
    '9876 5432 1098 7654',
    '987654321098765',
    '98765 43210 98765',
    '985 112 004 567 890',
    'x=9876543210',
    '9876543210@upi',
    '1.9876543210',
    'PIN 560001',
    '5876543210',
    '12345 67890',
    'a 98 degree day, 7654 steps, 3210 m',
    'temp 39.5, pulse 120',
    'mira9876543210@example.org',
  ])('is not in %j', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('is not cut out of a web address', () => {
    const address = 'https://wa.me/919876543210';
    expect(found(address)).toEqual([[address, address]]);
  });
});

describe('a place in a message', () => {
  it.each([
    ['12.97160, 77.59460', '12.9716,77.5946'],
    ['12.9716,77.5946', '12.9716,77.5946'],
    ['-33.8688, 151.2093', '-33.8688,151.2093'],
    ['12.9716° N, 77.5946° E', '12.9716,77.5946'],
    ['33.8688 S, 58.3816 W', '-33.8688,-58.3816'],
    ['90.000, 180.000', '90,180'],
    ['-90.000, -180.000', '-90,-180'],
  ])('%j leads to the map', (text, query) => {
    expect(found(`Here: ${text}.`)).toEqual([[text, maps + query]]);
  });

  it.each(['1.5, 2.5', '12.9716', '95.1234, 77.5946', '12.9716, 187.5946', 'v1.2.3456, 4.5678', '12.345,678.901.234'])(
    'is not in %j',
    (text) => {
      expect(found(text)).toEqual([]);
    },
  );
});

describe('an address in a message', () => {
  it.each([
    ['Dog at Gandhi Road, please come', 'Gandhi Road'],
    ['Near Gandhi Road', 'Gandhi Road'],
    ['12, M.G. Road, Bengaluru 560001', '12, M.G. Road, Bengaluru 560001'],
    [
      'No. 7/2 Old Madras Road, Indiranagar, Bengaluru - 560038!',
      'No. 7/2 Old Madras Road, Indiranagar, Bengaluru - 560038',
    ],
    ['we are at 4th Cross, Jayanagar.', '4th Cross, Jayanagar'],
    ['2nd Main Road', '2nd Main Road'],
    ['Flat No. 12B, Church St', 'Flat No. 12B, Church St'],
    ['(Shastri Nagar)', 'Shastri Nagar'],
    ['Gandhi Road, Ravi is there', 'Gandhi Road'],
    ['Gandhi Road: 98765 43210', 'Gandhi Road'],
  ])('is found in %j', (text, written) => {
    expect(found(text)[0]).toEqual([written, maps + encodeURIComponent(written)]);
  });

  it.each([
    'the dog is on the road',
    '2 dogs on the road',
    'St. Mary said so',
    'Road closed',
    'the 4th time',
    'On the Road',
    '@Tara Road',
    'Streets of Mysuru',
    'Ravi, Mira, Tara',
    'Mysuru 570001',
  ])('is not in %j', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('is not cut out of a web address', () => {
    const page = 'https://a.b/Gandhi%20Road';
    expect(found(`${page} Gandhi Road`).map(([words]) => words)).toEqual([page, 'Gandhi Road']);
  });
});

it('leaves no character out', () => {
  for (const text of [
    '',
    '12, Gandhi Road, Mysuru 570001, ring 98765 43210\nGandhi Road',
    'Ring 98765 43210, at 12.97160, 77.59460: https://a.b/c. Now!',
    '+91 98765 43210\n080-2345 6789 https://x.y',
  ])
    expect(
      splitReferences(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
});

it('finds what is before a long text without blanks, which it does not read again from each letter', () => {
  expect(found(`Gandhi Road ${'A’'.repeat(100_000)}`).map(([words]) => words)).toEqual(['Gandhi Road']);
});
