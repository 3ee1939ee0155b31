import { type EventObject, fromCallback, fromPromise } from 'xstate';
import { incidentEndpoints } from '../contract/endpoints/incidents';
import { reportDeliveryMachine } from '../machines/incidents/reportDelivery.machine';
import { fromStream } from '../machines/supervision';
import type { OutgoingReport } from '../rules/reports';
import { watchNetwork } from '../services/page';
import { createUpload } from '../services/upload';
import type { Gateways } from './gateways';

/** One report on its way, with its ports: a JSON part 'incident' and a part 'media' for each file (S1 §7). */
export function provideReportDelivery({ api, calls }: Gateways) {
  const upload = createUpload(calls);
  return reportDeliveryMachine.provide({
    actors: {
      fetchLive: fromPromise(({ signal }) => api.call(incidentEndpoints.liveIncidents, { signal })),
      network: fromStream(({ sendBack }) => watchNetwork(sendBack)),
      sendReport: fromCallback<EventObject, OutgoingReport>(({ input: { id, details, files }, sendBack }) => {
        const form = new FormData();
        form.append('incident', new Blob([JSON.stringify(details)], { type: 'application/json' }));
        for (const file of files) form.append('media', file, file.name);
        return upload(incidentEndpoints.reportIncident, { form, headers: { 'Idempotency-Key': id } }, sendBack);
      }),
    },
  });
}
