import { type MyCase, MyCases } from '../../contract/cases';
import { madeOf } from '../../contract/lists';
import type { Submission } from '../../contract/submissions';
import { CachedKit } from '../../contract/supplies';
import { casesAfter, isIncidentAct } from '../../rules/submissions/sent';
import { afterUses } from '../../rules/supplies/kit';
import type { Gateways } from '../gateways';
import { cacheOf } from './cache';
import { cacheKeys } from './cacheKeys';

/**
 * Changes this device's copies of the member's cases and kit after the server has got a submission about them. A screen that is open
 * knows by itself what was sent; one that is opened later, without a network, would offer the same act again (DECISIONS 242). Entries of
 * a list that could not be read are kept, so that they are still counted (W4).
 */
export function changeCacheAfter(gateways: Gateways, submission: Submission): void {
  if (isIncidentAct(submission))
    void cacheOf<readonly MyCase[]>(gateways, MyCases).change(cacheKeys.myCases, (cases) =>
      madeOf(casesAfter(cases, [submission]), cases),
    );
  if (submission.kind === 'kitUse')
    void cacheOf(gateways, CachedKit).change(cacheKeys.kit, (data) => ({
      ...data,
      kit: { ...data.kit, items: madeOf(afterUses(data.kit.items, [submission]), data.kit.items) },
    }));
}
