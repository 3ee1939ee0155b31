import { kindOf } from './media';

/** The one rule for every image that is sent (S1 §5, §9, DECISIONS 38). 1 MB is 1,048,576 bytes. */
export const IMAGE_LIMITS = {
  maxSizeMB: 0.8,
  maxWidthOrHeight: 1280,
  fileType: 'image/jpeg',
  initialQuality: 0.7,
} as const;

/** Whether a file is an image above the size that compression aims for. */
export const isLargeImage = ({ type, size }: Pick<Blob, 'type' | 'size'>) =>
  kindOf(type) === 'IMAGE' && size > IMAGE_LIMITS.maxSizeMB * 1024 * 1024;
