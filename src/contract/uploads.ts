const MB = 1024 * 1024;

/**
 * Our server's limits for the files of one report or completion: their number, their total bytes, and the bytes of one file per
 * kind (DECISIONS 66 and 84). An organisation may set other sizes; other servers have their own.
 */
export const uploadLimits = {
  formFiles: 10,
  formBytes: 250 * MB,
  mediaBytes: { IMAGE: 10 * MB, VIDEO: 100 * MB, AUDIO: 25 * MB },
} as const;
