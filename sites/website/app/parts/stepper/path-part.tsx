import type { ReactNode } from 'react'
import { PartFrame } from '../pieces/part-frame.tsx'
import { type Link, PathDrawing, type Station } from './path-drawing.tsx'
import { type Step, Stepper } from './stepper.tsx'

/** A part that follows something along a path, step by step; `children` tell the same as a table or in words. */
export function PathPart({
  texts: { title, lead, drawing },
  stations,
  links,
  steps,
  children,
}: {
  texts: { title: string; lead: string; drawing: string }
  stations: readonly Station[]
  links: readonly Link[]
  steps: readonly Step[]
  children: ReactNode
}) {
  return (
    <PartFrame title={title} lead={lead}>
      <Stepper drawing={<PathDrawing label={drawing} stations={stations} links={links} />} steps={steps} />
      {children}
    </PartFrame>
  )
}
