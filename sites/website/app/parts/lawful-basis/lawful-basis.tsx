import { useTranslation } from 'react-i18next'
import { Answer, Ask, Outcome, YesOrNo } from '../pieces/decision-tree.tsx'
import { PartFrame, PartNote, type Source, SourceLink } from '../pieces/part-frame.tsx'

const regulation: Source = {
  name: 'Regulation (EU) 2016/679, articles 6 and 9',
  address: 'https://eur-lex.europa.eu/eli/reg/2016/679/oj',
}

/** Which of the six legal bases of article 6 GDPR may carry a processing: a tree of questions, made of disclosures. */
export function LawfulBasis() {
  const { t } = useTranslation()
  const { title, lead, special, source, ask, end } = t(($) => $.parts.lawfulBasis, { returnObjects: true })
  // From the last question back to the first.
  const interest = <YesOrNo {...ask.interest} yes={<Outcome {...end.interest} />} no={<Outcome {...end.consent} />} />
  const rare = (
    <Ask {...ask.rare}>
      <Answer text={ask.rare.life}>
        <Outcome {...end.life} />
      </Answer>
      <Answer text={ask.rare.task}>
        <Outcome {...end.task} />
      </Answer>
      <Answer text={ask.rare.neither}>{interest}</Answer>
    </Ask>
  )
  const contract = <YesOrNo {...ask.contract} yes={<Outcome {...end.contract} />} no={rare} />
  const law = <YesOrNo {...ask.law} yes={<Outcome {...end.law} />} no={contract} />
  return (
    <PartFrame title={title} lead={lead}>
      <YesOrNo {...ask.personal} yes={law} no={<Outcome {...end.outside} />} />
      <PartNote>{special}</PartNote>
      <PartNote>
        {source} <SourceLink source={regulation} />
      </PartNote>
    </PartFrame>
  )
}
