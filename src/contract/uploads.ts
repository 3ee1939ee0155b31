const MB = 1024 * 1024;

/**
 * What our server takes in one form of files, a report or a completion: how many, and how many bytes, all of them together and
 * each by its kind (DECISIONS 66 and 84). An organisation may set other sizes; another server has its own.
 */
export const uploadLimits = {
  formFiles: 10,
  formBytes: 250 * MB,
  mediaBytes: { IMAGE: 10 * MB, VIDEO: 100 * MB, AUDIO: 25 * MB },
} as const;
