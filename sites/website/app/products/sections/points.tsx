import { classNames } from '@bollard/ui'

export type PointTexts = Readonly<Record<string, { title: string; text: string }>>

/** Short statements side by side, each with a post: two in a row, or three. */
export function Points({ points, columns = 3 }: { points: PointTexts; columns?: 2 | 3 }) {
  return (
    <ul className={classNames('mt-10 grid gap-x-10 gap-y-8', columns === 3 ? 'md:grid-cols-3' : 'md:grid-cols-2')}>
      {Object.entries(points).map(([name, { title, text }], index) => (
        <li key={name} className="flex gap-4">
          <span
            aria-hidden="true"
            className={classNames('mt-1 h-6 w-2 shrink-0 rounded-post', index === 0 ? 'bg-amber' : 'bg-line-strong')}
          />
          <div className="min-w-0">
            <h3 className="font-sans text-lg font-[580] tracking-normal">{title}</h3>
            <p className="mt-1.5 text-ink-2">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
