import { type ReactNode, useId } from 'react'

/**
 * The box around an interactive part. It has a caption and no heading, so that it may stand anywhere in an article. `isPrivate` where it asks
 * for or shows what is secret or personal: then no page that has it is recorded.
 */
export function PartFrame({
  title,
  lead,
  isPrivate = false,
  children,
}: {
  title: string
  lead: string
  isPrivate?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <figure
      aria-labelledby={id}
      data-no-replay={isPrivate ? '' : undefined}
      className="my-8 grid min-w-0 gap-5 rounded-lg border border-line bg-surface p-4 text-base sm:p-[26px] print:break-inside-avoid"
    >
      <figcaption className="grid gap-1.5">
        <p id={id} className="font-display text-lg leading-tight font-[650] tracking-[-.01em]">
          {title}
        </p>
        <p className="max-w-[44em] text-sm text-ink-2">{lead}</p>
      </figcaption>
      {children}
    </figure>
  )
}

/** A remark in small type: a source, a limit, an assumption; or something to try, which needs script. */
export function PartNote({ needsScript = false, children }: { needsScript?: boolean; children: ReactNode }) {
  return (
    <p data-needs-js={needsScript ? '' : undefined} className="max-w-[48em] text-sm text-ink-2">
      {children}
    </p>
  )
}

/** A source that was opened and read, as a link. */
export interface Source {
  readonly name: string
  readonly address: string
}

export function SourceLink({ source: { name, address } }: { source: Source }) {
  return (
    <a className="text-link break-words" href={address} rel="noopener" lang="en" dir="ltr">
      {name}
    </a>
  )
}
