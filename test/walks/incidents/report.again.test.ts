import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { reportMachine } from '../../../src/machines/incidents/report.machine';
import { details, itemOf, onFire, outgoingReport, photo, props, submitted } from './reportSamples';

describe('a report', () => {
  /** A report with scripted ports that has been submitted. */
  function start() {
    const { ports, queue, world } = props();
    const actors = Object.fromEntries(Object.entries(ports).map(([name, { logic }]) => [name, logic]));
    const report = createActor(reportMachine.provide({ actors: actors as never }), {
      input: { myId: 'mira', queue: queue.ref as never, world },
    }).start();
    report.send({ type: 'form.submitted', ...submitted });
    return { report, ports, queue };
  }

  it('stays in the form if this browser cannot store it', () => {
    const { report, ports } = start();
    const item = itemOf(outgoingReport(), { head: 'offline', keeping: 'memory' });
    ports.tracking.emit({ type: 'submission.updated', item });
    report.send({ type: 'modal.close' });
    expect(ports.reportForm.received).toEqual([]);
    report.stop();
  });

  /** The server was in trouble over it, and it is in the form again. */
  function failed() {
    const { report, ports, queue } = start();
    const ids = () => queue.received.filter(({ type }) => type === 'submission.queue').map((one) => one.submission.id);
    const tried = itemOf(outgoingReport({ wasTried: true }), { head: 'backingOff', trouble: onFire });
    ports.tracking.emit({ type: 'submission.updated', item: tried });
    report.send({ type: 'modal.close' });
    return { report, ids, queue };
  }

  it('keeps its id as long as nothing is changed, and still counts as tried', () => {
    const { report, ids, queue } = failed();
    const { name, type, lastModified } = photo;
    const again = new File([photo], name, { type, lastModified });
    report.send({ type: 'form.submitted', details: { ...details }, files: [again] });
    expect(ids()).toEqual(['id-1', 'id-1']);
    expect(queue.received.at(-1)?.submission.wasTried).toBe(true);
    report.stop();
  });

  it.each([
    ['a field', { details: { ...details, location: 'Old harbour' }, files: [photo] }],
    ['a file', { details, files: [new File(['another photo'], 'dog.jpg', { type: 'image/jpeg' })] }],
    ['the number of files', { details, files: [] }],
  ])('is another one once %s is changed', (_, changed) => {
    const { report, ids, queue } = failed();
    report.send({ type: 'form.submitted', ...changed });
    expect(ids()).toEqual(['id-1', 'id-2']);
    expect(queue.received.at(-1)?.submission.wasTried).toBe(false);
    report.stop();
  });
});
