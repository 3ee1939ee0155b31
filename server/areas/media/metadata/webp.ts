import { RIFF_HEADER } from './bytes';

/** The chunks that are needed to show a WebP. All others (EXIF, XMP, ICCP, unknown ones) are removed. */
const needed = ['VP8X', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L'];
/** The flags of the extended header that announce a colour profile, EXIF and XMP. */
const ANNOUNCED = 0x20 | 0x08 | 0x04;

/** Removes the metadata from a WebP, because the encoder always keeps that of an animation. */
export function stripWebp(picture: Buffer): Buffer {
  const kept: Buffer[] = [];
  let at = RIFF_HEADER;
  while (at + 8 <= picture.length) {
    const length = picture.readUInt32LE(at + 4);
    const chunk = Buffer.from(picture.subarray(at, at + 8 + length + (length % 2)));
    const type = chunk.toString('latin1', 0, 4);
    if (type === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~ANNOUNCED;
    if (needed.includes(type)) kept.push(chunk);
    at += chunk.length;
  }
  const head = Buffer.from(picture.subarray(0, RIFF_HEADER));
  // The size counts what follows it: the four letters of the format, and the chunks.
  const size = kept.reduce((sum, { length }) => sum + length, 4);
  head.writeUInt32LE(size, 4);
  return Buffer.concat([head, ...kept]);
}
