import { kindOf } from './media';

/** S1 §5, §9 and DECISIONS 38: the one rule for all images that are sent. MB are of 1,048,576 bytes. */
export const IMAGE_LIMITS = {
  maxSizeMB: 0.8,
  maxWidthOrHeight: 1280,
  fileType: 'image/jpeg',
  initialQuality: 0.7,
} as const;

/** Whether a file is an image that is larger than images are when they have been made small. */
export const isLargeImage = ({ type, size }: Pick<Blob, 'type' | 'size'>) =>
  kindOf(type) === 'IMAGE' && size > IMAGE_LIMITS.maxSizeMB * 1024 * 1024;
