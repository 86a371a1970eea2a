import { Age } from '../ui/parts.tsx';
import { buckets } from './timeline-buckets.ts';

export interface Moment {
  readonly key: string;
  readonly time: string | undefined;
}

const width = 600;
const height = 56;

/** When changes happened, and a slider that goes through them one by one. `moments` are newest first. */
export function Timeline({
  moments,
  chosen,
  onChoose,
}: {
  moments: readonly Moment[];
  chosen: string;
  onChoose: (key: string) => void;
}) {
  const times = moments.map(({ time }) => Date.parse(time ?? '')).filter((time) => !Number.isNaN(time));
  if (times.length < 2) return null;
  const bars = buckets(times);
  const most = Math.max(...bars.counts);
  const index = moments.findIndex(({ key }) => key === chosen);
  const current = index < 0 ? undefined : moments[index];
  const chosenBar = current ? bars.indexOf(Date.parse(current.time ?? '')) : -1;
  const barWidth = width / bars.counts.length;
  return (
    <div class="timeline">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.counts.map((count, bar) => {
          const size = count === 0 ? 0 : Math.max(3, (count / most) * (height - 4));
          return (
            <rect
              key={bar}
              class={bar === chosenBar ? 'bar chosen' : 'bar'}
              x={bar * barWidth + barWidth * 0.1}
              width={barWidth * 0.8}
              y={height - size}
              height={size}
            />
          );
        })}
      </svg>
      <div class="ends dim">
        {[bars.first, bars.last].map((time, index) => (
          <span key={index}>
            <Age time={new Date(time).toISOString()} /> ago
          </span>
        ))}
      </div>
      <div class="slider">
        <span class="dim">older</span>
        <input
          type="range"
          aria-label="Change"
          min={0}
          max={moments.length - 1}
          value={index < 0 ? moments.length - 1 : moments.length - 1 - index}
          onInput={(event) => onChoose(moments[moments.length - 1 - Number(event.currentTarget.value)]?.key ?? '')}
        />
        <span class="dim">newer</span>
        <span class="position">
          {current ? (
            <>
              {moments.length - index} of {moments.length}, <Age time={current.time} /> ago
            </>
          ) : (
            <span class="dim">step through the changes</span>
          )}
        </span>
      </div>
    </div>
  );
}
