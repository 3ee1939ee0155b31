import type { Submission } from '../../contract/submissions';

/** A file of a submission can be read neither where it was picked nor from this device's store. */
export const FILE_GONE = 'The file has changed or is no longer on this device.';

/** The files that go with a submission. */
export function filesOf(submission: Submission): readonly Blob[] {
  switch (submission.kind) {
    case 'message':
      return submission.content.media ? [submission.content.media.blob] : [];
    case 'report':
    case 'completion':
    case 'note':
      return submission.content.files;
    default:
      return [];
  }
}

/** The submission with each file replaced by its copy, if it has one. */
export function withCopies<Kind extends Submission>(submission: Kind, copies: ReadonlyMap<Blob, Blob>): Kind {
  const one: Submission = submission;
  const copyOf = <Copied extends Blob>(file: Copied) => (copies.get(file) ?? file) as Copied;
  switch (one.kind) {
    case 'message': {
      const { media } = one.content;
      const copied = media && { ...media, blob: copyOf(media.blob) };
      return { ...submission, content: { ...one.content, media: copied } };
    }
    case 'report':
    case 'completion':
    case 'note':
      return { ...submission, content: { ...one.content, files: one.content.files.map(copyOf) } };
    default:
      return submission;
  }
}

const marksOf = (file: Blob) => [file.size, file.type, ...(file instanceof File ? [file.name, file.lastModified] : [])];

/** Whether a file of this device's store is a copy of this one: it has the same size, type, name and time. */
export const isCopyOf = (file: Blob) => {
  const marks = marksOf(file);
  return (other: Blob) => marksOf(other).every((mark, index) => mark === marks[index]);
};

/** Whether it was refused because one of its files cannot be read any more. There is nothing left of it that could be stored. */
export const isFileGone = ({ status, reason }: Submission) => status === 'refused' && reason === FILE_GONE;

/** Statuses with which a server refuses a file for good: it is too large, or of a type that it does not take. */
const FILE_REFUSED = [413, 415];

/** Whether it was refused because of a file, so that it would be refused again as it is. */
export const isFileRefused = (submission: Submission) =>
  submission.status === 'refused' &&
  filesOf(submission).length > 0 &&
  (FILE_REFUSED.includes(submission.refusedBy ?? 0) || isFileGone(submission));
