/** One line of a scrape. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const METRIC = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const LABEL = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*"`;
const VALUE = String.raw`[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|NaN|Nan`;
const SAMPLE = new RegExp(`^(${METRIC})(?:\\{(${LABEL}(?:,${LABEL})*)?\\})? (${VALUE})$`);
const HELP = new RegExp(`^# HELP (${METRIC}) \\S`);
const TYPE = new RegExp(`^# TYPE (${METRIC}) (counter|gauge|histogram|summary|untyped)$`);

/**
 * Reads Prometheus' text format, version 0.0.4, more strictly than Prometheus does: a metric has HELP, then TYPE, then
 * its samples in one block, each series once, a counter ends in `_total`,
 * and a histogram's buckets count up to `+Inf`.
 *
 * @throws Error naming the invalid line
 */
export function readExposition(text: string): Sample[] {
  if (!text.endsWith("\n")) throw new Error("the last line has no line feed");
  const samples: Sample[] = [];
  const types = new Map<string, string>();
  const series = new Set<string>();
  let family = "";
  let helped = "";
  for (const line of text.slice(0, -1).split("\n")) {
    const refuse = (why: string) => new Error(`${why}: ${JSON.stringify(line)}`);
    if (line === "") continue;
    const [, help] = HELP.exec(line) ?? [];
    const [, name, type] = TYPE.exec(line) ?? [];
    if (help !== undefined) helped = help;
    else if (name !== undefined && type !== undefined) {
      if (types.has(name)) throw refuse("a duplicate metric");
      if (helped !== name) throw refuse("a type without help");
      if (type === "counter" && !name.endsWith("_total")) throw refuse("a counter without the suffix _total");
      types.set(name, type);
      family = name;
    } else {
      const sample = readSample(line);
      if (sample === null) throw refuse("not a sample");
      const suffixes = types.get(family) === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
      if (!suffixes.some((suffix) => sample.name === family + suffix)) throw refuse(`not in the block of ${family}`);
      const key = `${sample.name}${JSON.stringify(Object.entries(sample.labels).sort())}`;
      if (series.has(key)) throw refuse("a duplicate series");
      series.add(key);
      samples.push(sample);
    }
  }
  checkBuckets(samples);
  return samples;
}

function readSample(line: string): Sample | null {
  const [, name, labels = "", value] = SAMPLE.exec(line) ?? [];
  if (name === undefined || value === undefined) return null;
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text = ""]) => [
    label,
    text.replace(/\\(.)/g, (_, char: string) => (char === "n" ? "\n" : char)),
  ]);
  return { name, labels: Object.fromEntries(pairs), value: Number(value.replace("Inf", "Infinity")) };
}

function checkBuckets(samples: readonly Sample[]): void {
  const last = new Map<string, Sample>();
  for (const sample of samples) {
    const { le, ...labels } = sample.labels;
    const key = JSON.stringify([sample.name.replace(/_(bucket|count)$/, ""), labels]);
    const before = last.get(key);
    if (sample.name.endsWith("_bucket")) {
      if (le === undefined) throw new Error(`${sample.name} has a bucket without le`);
      if (before && (sample.value < before.value || Number(before.labels.le) >= Number(le.replace("Inf", "Infinity"))))
        throw new Error(`${key} has buckets that are not cumulative`);
      last.set(key, sample);
    } else if (sample.name.endsWith("_count") && (before?.labels.le !== "+Inf" || before.value !== sample.value)) {
      throw new Error(`${key} has a count that differs from its last bucket`);
    }
  }
}

/** The value of the one series that has these labels. @throws Error if there is none, or several */
export function seriesValue(samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number {
  const found = samples.filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  if (found.length !== 1) throw new Error(`${name}${JSON.stringify(labels)} occurs ${found.length} times`);
  return (found[0] as Sample).value;
}
