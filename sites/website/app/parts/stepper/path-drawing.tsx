import { useId } from 'react'

export interface Station {
  readonly label: string
  /** A second line, such as an address that is seen there. */
  readonly detail?: string
  /** Further steps in which it is looked at; those of its links count by themselves. */
  readonly on?: readonly number[]
}
export interface Link {
  readonly label: string
  /** Sealed: only its two ends can read what passes. */
  readonly isSealed: boolean
  /** Steps, from 1, in which it is looked at; in the others it steps back. */
  readonly on: readonly number[]
}

const height = 112
const box = 54

/**
 * Stations one below the other, and what lies between them. `links[0]` joins the first two. It fits a phone, and its labels are text.
 */
export function PathDrawing({
  label,
  stations,
  links,
}: {
  label: string
  stations: readonly Station[]
  links: readonly Link[]
}) {
  const title = useId()
  return (
    <svg
      role="img"
      aria-labelledby={title}
      viewBox={`0 0 320 ${(stations.length - 1) * height + box + 4}`}
      className="block h-auto w-full max-w-[20rem] text-[13px]"
    >
      <title id={title}>{label}</title>
      {links.map((link, index) => (
        <LinkLine key={link.label + String(index)} link={link} top={index * height + box + 2} />
      ))}
      {stations.map((station, index) => (
        <g
          key={station.label}
          data-on={[...(station.on ?? []), ...(links[index - 1]?.on ?? []), ...(links[index]?.on ?? [])].join(' ')}
          className="transition-opacity data-off:opacity-40"
        >
          <rect
            x="20"
            y={index * height + 2}
            width="280"
            height={box}
            rx="12"
            className="fill-sunken stroke-line-strong"
            strokeWidth="1.5"
          />
          <text
            x="160"
            y={index * height + (station.detail ? 25 : 34)}
            textAnchor="middle"
            className="fill-ink font-[560]"
          >
            {station.label}
          </text>
          {station.detail ? (
            <text x="160" y={index * height + 44} textAnchor="middle" className="fill-ink-2 font-mono text-[12px]">
              {station.detail}
            </text>
          ) : null}
        </g>
      ))}
    </svg>
  )
}

/** A sealed link is a closed pipe, an open one a dashed line: the shape says it, and the label says it again. */
function LinkLine({ link, top }: { link: Link; top: number }) {
  const bottom = top + height - box
  return (
    <g data-on={link.on.join(' ')} className="transition-opacity data-off:opacity-40">
      {link.isSealed ? (
        <rect x="40" y={top} width="12" height={bottom - top} className="fill-human" />
      ) : (
        <path d={`M46 ${top}V${bottom}`} strokeWidth="3" strokeDasharray="5 5" className="stroke-bot" />
      )}
      <text x="64" y={(top + bottom) / 2 + 5} className="fill-ink-2">
        {link.label}
      </text>
    </g>
  )
}
