/** What a WebP needs to be shown; all other chunks (EXIF, XMP, ICCP, unknown ones) go. */
const needed = ['VP8X', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L'];
/** The flags of the extended header that announce a profile, EXIF and XMP. */
const ANNOUNCED = 0x20 | 0x08 | 0x04;

/** A WebP without metadata. The encoder keeps that of an animation, whatever it is told. */
export function stripWebp(picture: Buffer): Buffer {
  const kept: Buffer[] = [];
  let at = 12;
  while (at + 8 <= picture.length) {
    const length = picture.readUInt32LE(at + 4);
    const chunk = Buffer.from(picture.subarray(at, at + 8 + length + (length % 2)));
    const type = chunk.toString('latin1', 0, 4);
    if (type === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~ANNOUNCED;
    if (needed.includes(type)) kept.push(chunk);
    at += chunk.length;
  }
  const head = Buffer.from(picture.subarray(0, 12));
  head.writeUInt32LE(
    kept.reduce((sum, { length }) => sum + length, 4),
    4,
  );
  return Buffer.concat([head, ...kept]);
}
