import { useTranslation } from 'react-i18next'
import { Outcome, YesOrNo } from '../pieces/decision-tree.tsx'
import { PartFrame, PartNote, type Source, SourceLink } from '../pieces/part-frame.tsx'

const directive: Source = {
  name: 'Directive 2002/58/EC, article 5(3)',
  address: 'https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:02002L0058-20091219',
}

/** Whether article 5(3) of the ePrivacy directive asks for consent: a tree of questions, made of disclosures. */
export function ConsentTree() {
  const { t } = useTranslation()
  const { title, lead, source, ask, end } = t(($) => $.parts.consentTree, { returnObjects: true })
  // From the last question back to the first.
  const consent = <Outcome {...end.consent} />
  const only = <YesOrNo {...ask.only} yes={<Outcome {...end.necessary} />} no={<Outcome {...end.mixed} />} />
  const necessary = <YesOrNo {...ask.necessary} yes={only} no={consent} />
  const requested = <YesOrNo {...ask.requested} yes={necessary} no={consent} />
  const transmission = <YesOrNo {...ask.transmission} yes={<Outcome {...end.transmission} />} no={requested} />
  return (
    <PartFrame title={title} lead={lead}>
      <YesOrNo {...ask.device} yes={transmission} no={<Outcome {...end.outside} />} />
      <PartNote>
        {source} <SourceLink source={directive} />
      </PartNote>
    </PartFrame>
  )
}
