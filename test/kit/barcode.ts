/** The bars of the digits in the left half of an EAN-13, with odd parity: 7 modules each, 1 is black. */
const odd = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
];
const inverted = (bars: string) => bars.replace(/./g, (bar) => (bar === '1' ? '0' : '1'));
const mirrored = (bars: string) => [...bars].reverse().join('');
/** The first digit has no bars of its own. It determines which digits of the left half have even parity. */
const parities = ['OOOOOO', 'OOEOEE', 'OOEEOE', 'OOEEEO', 'OEOOEE', 'OEEOOE', 'OEEEOO', 'OEOEOE', 'OEOEEO', 'OEEOEO'];

/** The 95 modules of an EAN-13. @param code 13 digits, the last one the check digit */
function barsOf(code: string): string {
  const [first = 0, ...digits] = [...code].map(Number);
  const left = digits.slice(0, 6).map((digit, at) => {
    const bars = odd[digit] ?? '';
    return parities[first]?.[at] === 'E' ? mirrored(inverted(bars)) : bars;
  });
  const right = digits.slice(6).map((digit) => inverted(odd[digit] ?? ''));
  return `101${left.join('')}01010${right.join('')}101`;
}

/** A film of a barcode in black on white, 640 × 480, as Chromium's fake camera plays it (YUV4MPEG2). */
export function videoOf(code: string): Buffer {
  const [width, height, module] = [640, 480, 5];
  const bars = barsOf(code);
  const margin = Math.floor((width - bars.length * module) / 2);
  const row = Buffer.alloc(width, 235);
  for (const [at, bar] of [...bars].entries())
    if (bar === '1') row.fill(16, margin + at * module, margin + (at + 1) * module);
  const picture = Buffer.concat([...Array<Buffer>(height).fill(row), Buffer.alloc((width * height) / 2, 128)]);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), picture]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), frame, frame]);
}

/**
 * Gives a page the barcode reader that Chromium has on phones but not on Linux. It reads an EAN-13 from the pixels of the video, if
 * the code is upright and fills at least half of the width.
 * @param tables the bars of the digits, and the parities by first digit
 */
export function putReaderInPage({ odd, parities }: typeof tables): void {
  const flip = (bars: string) => bars.replace(/./g, (bar) => (bar === '1' ? '0' : '1'));
  function read(video: HTMLVideoElement): string | null {
    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
    const pen = canvas.getContext('2d');
    pen?.drawImage(video, 0, 0);
    const { data } = pen?.getImageData(0, canvas.height / 2, canvas.width, 1) ?? { data: [] };
    const isBlack = Array.from({ length: canvas.width }, (_, x) => (data[x * 4] ?? 255) < 128);
    const [from, to] = [isBlack.indexOf(true), isBlack.lastIndexOf(true) + 1];
    if (to - from < canvas.width / 2) return null;
    const bars = Array.from({ length: 95 }, (_, at) =>
      isBlack[from + Math.floor(((at + 0.5) * (to - from)) / 95)] ? '1' : '0',
    );
    const part = (start: number, at: number) => bars.slice(start + at * 7, start + at * 7 + 7).join('');
    let parity = '';
    const left = Array.from({ length: 6 }, (_, at) => {
      const isOdd = odd.includes(part(3, at));
      parity += isOdd ? 'O' : 'E';
      return odd.indexOf(isOdd ? part(3, at) : flip([...part(3, at)].reverse().join('')));
    });
    const right = Array.from({ length: 6 }, (_, at) => odd.indexOf(flip(part(50, at))));
    const digits = [parities.indexOf(parity), ...left, ...right];
    const sum = digits.reduce((all, digit, at) => all + digit * (at % 2 ? 3 : 1), 0);
    return digits.includes(-1) || sum % 10 !== 0 ? null : digits.join('');
  }
  Object.assign(window, {
    BarcodeDetector: class {
      async detect(video: HTMLVideoElement) {
        const rawValue = read(video);
        return rawValue === null ? [] : [{ rawValue }];
      }
    },
  });
}
export const tables = { odd, parities };
