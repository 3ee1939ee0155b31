import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { HttpError } from '../../http/httpError';
import { createFairQueue } from './fairQueue';
import { orRefuse } from './storage';

/** An image as it is kept, and the small picture of it, as paths in the folder that was given. */
export interface CleanImage {
  readonly path: string;
  readonly bytes: number;
  readonly mime: string;
  /** In pixels, as it is shown; of an animation one frame. */
  readonly width: number;
  readonly height: number;
  readonly thumbnail: string;
}

/** The longest side of a thumbnail, in pixels. */
const THUMBNAIL = 480;
export const THUMBNAIL_TYPE = 'image/webp';
/** In seconds. */
const PATIENCE = 60;

interface Format {
  readonly mime: string;
  readonly hasFrames?: true;
  encode(image: Sharp): Sharp;
}

const webp: Format = { mime: 'image/webp', hasFrames: true, encode: (image) => image.webp({ quality: 85 }) };

/** What images are read, and as what they are kept. TIFF is shown by no browser, and AVIF takes too long to make. */
const formats: Readonly<Record<string, Format>> = {
  // As large as what a client sends by the rules of S1 §5 (quality 0.7), for this encoder does more with less.
  jpeg: { mime: 'image/jpeg', encode: (image) => image.jpeg({ quality: 80, mozjpeg: true }) },
  png: { mime: 'image/png', encode: (image) => image.png() },
  gif: { mime: 'image/gif', hasFrames: true, encode: (image) => image.gif() },
  webp,
  heif: { ...webp },
  tiff: { ...webp },
};

// Files are read once: there is nothing to gain from remembering them, and a remembered file stays open.
sharp.cache(false);

/** One image at a time: the largest ones need hundreds of megabytes of memory each, and every one all processors. */
const inTurn = createFairQueue<number | undefined>();

/**
 * Makes an image anew from its pixels alone, upright, so that no place, camera or hidden content comes along (DECISIONS 38),
 * and a thumbnail of it. Animations stay animated.
 * @param userId whose image it is: of members who wait each is served in turn
 * @throws HttpError 415 when it is damaged, too large to unpack, or of a kind that cannot be read; 503 or 507 when it cannot be
 * written.
 */
export const cleanImage = (
  path: string,
  folder: string,
  pixels: number,
  userId: number | undefined,
): Promise<CleanImage> => inTurn(userId, () => clean(path, folder, pixels));

async function clean(path: string, folder: string, pixels: number): Promise<CleanImage> {
  const safely = { limitInputPixels: pixels, failOn: 'error' } as const;
  const made = { path: join(folder, 'picture'), thumbnail: join(folder, 'thumbnail') };
  const { picture, thumbnail, ...about } = await read(async () => {
    const { format, pages = 1 } = await sharp(path, safely).metadata();
    const known = formats[format];
    if (!known) throw new Error(`no format of ours: ${format}`);
    const animated = known.hasFrames === true && pages > 1;
    const source = sharp(path, { ...safely, animated });
    const { data: picture, info } = await known
      .encode(animated ? source : source.autoOrient())
      .timeout({ seconds: PATIENCE })
      .toBuffer({ resolveWithObject: true });
    const thumbnail = await sharp(picture)
      .resize({ width: THUMBNAIL, height: THUMBNAIL, fit: 'inside', withoutEnlargement: true })
      .webp()
      .toBuffer();
    return { picture, thumbnail, mime: known.mime, width: info.width, height: info.pageHeight ?? info.height };
  });
  await writeFile(made.path, picture, { flush: true }).catch(orRefuse);
  await writeFile(made.thumbnail, thumbnail, { flush: true }).catch(orRefuse);
  return { ...made, ...about, bytes: picture.length };
}

const read = <Result>(work: () => Promise<Result>) =>
  work().catch((cause: unknown) => {
    throw new HttpError(415, 'This picture cannot be read. Please send it as JPEG, PNG, GIF or WebP.', { cause });
  });
