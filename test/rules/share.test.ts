import { describe, expect, it } from 'vitest';
import { below, isUsable, sharedIn } from '../../src/rules/share';

const MB = 1024 * 1024;

const form = (fields: Readonly<Record<string, string>>, files: readonly File[] = []) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  for (const file of files) data.append('files', file);
  return data;
};
/** A file that says that it is of this size, in MB, without taking as much. */
const file = (name: string, type: string, megabytes = 1) => {
  const made = new File(['x'], name, { type });
  Object.defineProperty(made, 'size', { value: megabytes * MB });
  return made;
};
/** `FormData` makes copies of files, whose real size is that of their content: the form gives these back instead. */
const filled = (files: readonly File[]) => Object.assign(form({}), { getAll: () => files });
const namesIn = (files: readonly File[]) => sharedIn(filled(files)).files.map(({ name }) => name);
const problemsIn = (files: readonly File[]) => sharedIn(filled(files)).problems;

describe('what another app shares', () => {
  it('joins title, text and address to one text, without repeating any', () => {
    expect(sharedIn(form({ title: 'Hurt dog', text: ' At the gate ', url: 'https://maps.example/1' })).text).toBe(
      'Hurt dog\nAt the gate\nhttps://maps.example/1',
    );
    expect(sharedIn(form({ title: 'A', text: 'See https://x.example/2', url: 'https://x.example/2' })).text).toBe(
      'A\nSee https://x.example/2',
    );
    expect(sharedIn(form({ title: 'The same', text: 'The same' })).text).toBe('The same');
    expect(sharedIn(form({ title: 'The same', text: 'Between', url: 'The same' })).text).toBe('The same\nBetween');
  });

  it('may be empty, or have fields of other types', () => {
    const empty = sharedIn(form({}));
    expect(empty).toEqual({ text: '', files: [], problems: [] });
    expect(isUsable(empty)).toBe(false);
    const odd = form({ files: 'a text where a file should be', other: 'unknown' });
    odd.append('title', new File(['x'], 'title.txt'));
    // A form with no file chosen has one without name and content.
    odd.append('files', new File([], '', { type: 'application/octet-stream' }));
    expect(sharedIn(odd)).toEqual({ text: '', files: [], problems: [] });
  });

  it('is shortened only if it is longer than any message, and says so', () => {
    const shared = sharedIn(form({ text: 'a'.repeat(100_001) }));
    expect(shared.text).toHaveLength(100_000);
    expect(shared.problems).toEqual(['The text was too long. Its end was left out.']);
    expect(sharedIn(form({ text: 'a'.repeat(100_000) })).problems).toEqual([]);
  });

  it('may hold pictures, videos and sound, and nothing else', () => {
    const files = [
      file('dog.jpg', 'image/jpeg'),
      file('dog.mp4', 'video/mp4'),
      file('dog.ogg', 'audio/ogg'),
      file('dog.pdf', 'application/pdf'),
      file('dog', ''),
      file('empty.jpg', 'image/jpeg', 0),
    ];
    expect(namesIn(files)).toEqual(['dog.jpg', 'dog.mp4', 'dog.ogg']);
    expect(problemsIn(files)).toEqual(['Unsupported file type.']);
  });

  it('has the limits of uploads; a picture is compressed later', () => {
    expect(problemsIn([file('a.jpg', 'image/jpeg', 20), file('a.mp4', 'video/mp4', 100)])).toEqual([]);
    expect(problemsIn([file('a.mp4', 'video/mp4', 101)])).toEqual(['A video may have at most 100 MB.']);
    expect(problemsIn([file('a.ogg', 'audio/ogg', 26)])).toEqual(['An audio file may have at most 25 MB.']);
    expect(problemsIn([file('a.jpg', 'image/jpeg', 101)])).toEqual(['An image may have at most 100 MB.']);
    const eleven = Array.from({ length: 11 }, (_, place) => file(`${place}.jpg`, 'image/jpeg'));
    expect(namesIn(eleven)).toHaveLength(10);
    expect(problemsIn(eleven)).toEqual(['At most 10 files can be attached.']);
    const large = [1, 2, 3].map((each) => file(`${each}.mp4`, 'video/mp4', 90));
    expect(namesIn(large)).toEqual(['1.mp4', '2.mp4']);
    expect(problemsIn(large)).toEqual(['All files together may have at most 250 MB.']);
  });

  it('is added below the text that is already there', () => {
    expect([below(undefined, 'new'), below(' ', 'new'), below('old ', 'new'), below('old', '')]).toEqual([
      'new',
      'new',
      'old\nnew',
      'old',
    ]);
  });

  it('is there once, also if the rest could not be stored and it is handed over again', () => {
    const twice = (written: string, text: string) => below(below(written, text), text);
    expect([twice('', 'new'), twice('old', 'new'), below('old new', 'new')]).toEqual([
      'new',
      'old\nnew',
      'old new\nnew',
    ]);
  });
});
