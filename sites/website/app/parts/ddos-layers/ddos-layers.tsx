import { useTranslation } from 'react-i18next'
import { PartNote } from '../pieces/part-frame.tsx'
import { PathPart } from '../stepper/path-part.tsx'

const steps = ['normal', 'volume', 'state', 'application', 'mix', 'form'] as const

/** Three layers that can be exhausted, from the line to the application, and which flood aims at which. */
export function DdosLayers() {
  const { t } = useTranslation()
  const texts = t(($) => $.parts.ddosLayers, { returnObjects: true })
  const { stations, links } = texts
  return (
    <PathPart
      texts={texts}
      stations={[
        { label: stations.senders },
        { label: stations.line, detail: texts.units.line },
        { label: stations.connections, detail: texts.units.connections },
        { label: stations.application, detail: texts.units.application },
      ]}
      links={[
        { label: links.packets, isSealed: false, on: [1, 2, 5] },
        { label: links.connections, isSealed: false, on: [1, 3, 5] },
        { label: links.requests, isSealed: false, on: [1, 4, 5, 6] },
      ]}
      steps={steps.map((step) => ({ id: step, ...texts.steps[step] }))}
    >
      <PartNote>{texts.note}</PartNote>
    </PathPart>
  )
}
