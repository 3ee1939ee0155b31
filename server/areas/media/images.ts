import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { HttpError } from '../../http/httpError';
import { createFairQueue } from './fairQueue';
import { stripWebp } from './metadata/webp';
import { orRefuse } from './storage';

/** A re-encoded image and its thumbnail. Both paths are in the folder that was given. */
interface CleanImage {
  readonly path: string;
  readonly bytes: number;
  readonly mime: string;
  /** In pixels, as shown (upright); of one frame for an animation. */
  readonly width: number;
  readonly height: number;
  readonly thumbnail: string;
}

/** The longest side of a thumbnail, in pixels. */
const THUMBNAIL = 480;
export const THUMBNAIL_TYPE = 'image/webp';
/** How the files are written: flushed to the disk, and readable by no other account of the machine. */
const forOwner = { mode: 0o600, flush: true };
/** The time limit for encoding one image, in seconds. */
const ENCODING_TIME = 60;

interface Format {
  readonly mime: string;
  readonly hasFrames?: true;
  encode(image: Sharp): Sharp;
}

const webp: Format = { mime: 'image/webp', hasFrames: true, encode: (image) => image.webp({ quality: 85 }) };

/**
 * The formats that can be read, and the format in which each is kept. TIFF and HEIF become WebP, because no browser shows TIFF and
 * encoding AVIF takes too long.
 */
const formats: Readonly<Record<string, Format>> = {
  // The result is about as large as what a client sends by S1 §5 (quality 0.7), because this encoder compresses better.
  jpeg: { mime: 'image/jpeg', encode: (image) => image.jpeg({ quality: 80, mozjpeg: true }) },
  png: { mime: 'image/png', encode: (image) => image.png() },
  gif: { mime: 'image/gif', hasFrames: true, encode: (image) => image.gif() },
  webp,
  heif: { ...webp },
  tiff: { ...webp },
};

// Each file is read only once, so a cache would gain nothing and would keep files open.
sharp.cache(false);

/** Encodes one image at a time, because a large image needs hundreds of megabytes of memory and encoding uses all CPU cores. */
const inTurn = createFairQueue<number | undefined>();

/**
 * Re-encodes an image from its pixels, upright, so that no location, camera data or hidden content is kept (DECISIONS 38), and
 * makes a thumbnail. Animations stay animated.
 * @param userId the member who sent the image; waiting members take turns
 * @throws HttpError 415 when the image is damaged, unreadable or has too many pixels; 503 or 507 when it cannot be written.
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
    const { data, info } = await known
      .encode(animated ? source : source.autoOrient())
      .timeout({ seconds: ENCODING_TIME })
      .toBuffer({ resolveWithObject: true });
    const picture = known.mime === webp.mime ? stripWebp(data) : data;
    const thumbnail = await sharp(picture)
      .resize({ width: THUMBNAIL, height: THUMBNAIL, fit: 'inside', withoutEnlargement: true })
      .webp()
      .toBuffer();
    return { picture, thumbnail, mime: known.mime, width: info.width, height: info.pageHeight ?? info.height };
  });
  await writeFile(made.path, picture, forOwner).catch(orRefuse);
  await writeFile(made.thumbnail, thumbnail, forOwner).catch(orRefuse);
  return { ...made, ...about, bytes: picture.length };
}

const read = <Result>(work: () => Promise<Result>) =>
  work().catch((cause: unknown) => {
    throw new HttpError(415, 'This picture cannot be read. Please send it as JPEG, PNG, GIF or WebP.', { cause });
  });
