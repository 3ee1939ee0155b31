import type { FastifyRequest } from 'fastify';
import type { GenericSchema, InferOutput } from 'valibot';
import type { Db } from '../../db/open';
import { check } from '../../http/check';
import { doOnce, firstAnswer, onceKeyOf } from '../../http/once';
import type { App } from '../app';
import type { FormShape } from './receive';
import { type KeptFile, takeForm } from './uploads';

/** The names of a form's parts: that of its files, and that of its JSON part with its schema. */
interface CheckedShape<Schema extends GenericSchema> {
  readonly files: string;
  readonly json: string;
  readonly schema: Schema;
}

const formOf = ({ files, json }: { files: string; json: string }, most: number): FormShape => ({
  files,
  json,
  most,
  complaint: `Send a JSON part '${json}', and files in parts named '${files}', as multipart/form-data.`,
});

/** The result of a form: the answer, and the news to publish after the commit. */
interface Worked {
  readonly answer: unknown;
  readonly tell: () => Promise<void>;
}

/**
 * Carries out a form with a JSON part and files once, however often it is sent with the same Idempotency-Key (DECISIONS 9). The
 * files, the rows that `work` stores and the answer are kept together or not at all.
 * @param tellAgain publishes after a repeat what only makes apps fetch again (DECISIONS 391)
 * @returns the answer to the first call.
 * @throws HttpError as `takeForm`, `check` and `doOnce` do.
 */
export const takeFormOnce = <Schema extends GenericSchema>(
  app: App,
  request: FastifyRequest,
  userId: number,
  shape: CheckedShape<Schema>,
  work: (tx: Db, body: InferOutput<Schema>, files: readonly KeptFile[]) => Promise<Worked>,
  tellAgain: (answer: unknown) => Promise<void>,
): Promise<unknown> =>
  takeForm(app, request, formOf(shape, app.config.limits.formFiles), async ({ json, files, keep }) => {
    const body = check(shape.schema, json);
    const digests = files.map(({ digest }) => digest);
    const once = onceKeyOf(request, userId, body, digests);
    const known = await firstAnswer(app.db, once);
    if (known) {
      await tellAgain(known.answer);
      return known.answer;
    }
    let tell: (() => Promise<void>) | undefined;
    const { answer } = await keep(async (kept) => {
      const { answer, isFirst } = await doOnce(app.db, once, async (tx) => {
        const worked = await work(tx, body, kept);
        tell = worked.tell;
        return worked.answer;
      });
      return { answer, isStored: isFirst };
    });
    await (tell ? tell() : tellAgain(answer));
    return answer;
  });
