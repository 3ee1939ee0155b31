import type { Chart, Sample } from '../inspector/catalogue';
import { rolesInWords } from './callers';

/**
 * The events of the walks (test/walks) as plain data, so that a reviewer of rules can press them. `npm run samples` writes src/samples
 * from the walks; a test fails if they differ.
 */
interface SampleFile {
  /** The input of the machine. */
  readonly input?: unknown;
  readonly samples: Readonly<Record<string, readonly Sample[]>>;
}

const files = import.meta.glob<SampleFile>('../samples/*.json', { eager: true, import: 'default' });

function readable(sample: Sample): Sample {
  const title = rolesInWords(sample.title);
  return title === sample.title ? sample : { ...sample, title, formerTitle: sample.title };
}

/** The samples of a chart, and its input, from all walks of it. */
export function samplesOf(chart: string): Pick<Chart, 'samples' | 'input'> {
  const ours = Object.entries(files).flatMap(([path, file]) =>
    path.slice('../samples/'.length).split('.')[0] === chart ? [file] : [],
  );
  const samples: Record<string, Sample[]> = {};
  for (const [type, all] of ours.flatMap((file) => Object.entries(file.samples))) {
    const known = samples[type] ?? [];
    // The list of samples already says the event: 'team.assign by ADMIN' is 'by ADMIN' there.
    const named = all.map((sample) => readable({ ...sample, title: sample.title.replace(`${type} `, '') }));
    samples[type] = [...known, ...named.filter(({ title }) => known.every((other) => other.title !== title))];
  }
  const input = ours.find((file) => file.input !== undefined)?.input;
  return { ...(ours.length > 0 && { samples }), ...(input !== undefined && { input }) };
}
