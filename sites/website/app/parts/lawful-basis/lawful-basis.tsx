import { useTranslation } from 'react-i18next'
import { Answer, Ask, Outcome } from '../decision-tree.tsx'
import { PartFrame, PartNote, type Source, SourceLink } from '../part-frame.tsx'

const regulation: Source = {
  name: 'Regulation (EU) 2016/679, articles 6 and 9',
  address: 'https://eur-lex.europa.eu/eli/reg/2016/679/oj',
}

/** Which of the six legal bases of article 6 GDPR may carry a processing: a tree of questions, made of disclosures. */
export function LawfulBasis() {
  const { t } = useTranslation()
  const { title, lead, yes, no, special, source, ask, end } = t(($) => $.parts.lawfulBasis, { returnObjects: true })
  return (
    <PartFrame title={title} lead={lead}>
      <Ask {...ask.personal}>
        <Answer text={no}>
          <Outcome {...end.outside} />
        </Answer>
        <Answer text={yes}>
          <Ask {...ask.law}>
            <Answer text={yes}>
              <Outcome {...end.law} />
            </Answer>
            <Answer text={no}>
              <Ask {...ask.contract}>
                <Answer text={yes}>
                  <Outcome {...end.contract} />
                </Answer>
                <Answer text={no}>
                  <Ask {...ask.rare}>
                    <Answer text={ask.rare.life}>
                      <Outcome {...end.life} />
                    </Answer>
                    <Answer text={ask.rare.task}>
                      <Outcome {...end.task} />
                    </Answer>
                    <Answer text={ask.rare.neither}>
                      <Ask {...ask.interest}>
                        <Answer text={yes}>
                          <Outcome {...end.interest} />
                        </Answer>
                        <Answer text={no}>
                          <Outcome {...end.consent} />
                        </Answer>
                      </Ask>
                    </Answer>
                  </Ask>
                </Answer>
              </Ask>
            </Answer>
          </Ask>
        </Answer>
      </Ask>
      <PartNote>{special}</PartNote>
      <PartNote>
        {source} <SourceLink source={regulation} />
      </PartNote>
    </PartFrame>
  )
}
