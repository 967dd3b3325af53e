import { MarkedText } from './marked-text.tsx'

/** The texts below a key of the language files as a list, in their order there. */
export function Points({ points }: { points: Readonly<Record<string, string>> }) {
  return (
    <ul className="grid max-w-[46em] list-disc gap-2 ps-5 text-ink-2">
      {Object.values(points).map((point) => (
        <li key={point}>
          <MarkedText text={point} />
        </li>
      ))}
    </ul>
  )
}
