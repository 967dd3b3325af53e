import { useSite } from '@bollard/site-kit'
import { Card, Tile, Tiles } from '@bollard/ui'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'

interface FigureGroupProps {
  /** Names their period. */
  title: string
  /** How one of them went. */
  chart?: ReactNode
  children: ReactNode
}

/** Figures of one kind. */
export function FigureGroup({ title, chart = null, children }: FigureGroupProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2.5 font-sans text-base font-[580] tracking-normal">
        {title}
      </h2>
      {/* In two columns an odd one out takes a row. */}
      <Tiles className="lg:grid-cols-[repeat(auto-fit,minmax(13rem,1fr))] max-lg:[&>:last-child:nth-child(odd)]:col-span-2">
        {children}
      </Tiles>
      {chart === null ? null : <Card className="mt-3 max-w-[32rem]">{chart}</Card>}
    </section>
  )
}

/** A figure whose name leads to where it is dealt with. `to` is a path without the language. */
export function LinkedFigure({
  to,
  label,
  notes = [],
  ...figure
}: {
  to: string
  label: string
  value: string
  notes?: readonly string[]
  mark?: ReactNode
}) {
  const { language } = useSite()
  return (
    <Tile
      {...figure}
      label={
        <Link to={`/${language}/${to}`} className="text-link touch:inline-flex touch:min-h-11 touch:items-center">
          {label}
        </Link>
      }
      note={notes.map((note) => (
        <span key={note} className="block">
          {note}
        </span>
      ))}
    />
  )
}
