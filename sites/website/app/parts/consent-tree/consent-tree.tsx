import { useTranslation } from 'react-i18next'
import { Answer, Ask, Outcome } from '../decision-tree.tsx'
import { PartFrame, PartNote, type Source, SourceLink } from '../part-frame.tsx'

const directive: Source = {
  name: 'Directive 2002/58/EC, article 5(3)',
  address: 'https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:02002L0058-20091219',
}

/** Whether article 5(3) of the ePrivacy directive asks for consent: a tree of questions, made of disclosures. */
export function ConsentTree() {
  const { t } = useTranslation()
  const { title, lead, yes, no, source, ask, end } = t(($) => $.parts.consentTree, { returnObjects: true })
  return (
    <PartFrame title={title} lead={lead}>
      <Ask {...ask.device}>
        <Answer text={no}>
          <Outcome {...end.outside} />
        </Answer>
        <Answer text={yes}>
          <Ask {...ask.transmission}>
            <Answer text={yes}>
              <Outcome {...end.transmission} />
            </Answer>
            <Answer text={no}>
              <Ask {...ask.requested}>
                <Answer text={no}>
                  <Outcome {...end.consent} />
                </Answer>
                <Answer text={yes}>
                  <Ask {...ask.necessary}>
                    <Answer text={no}>
                      <Outcome {...end.consent} />
                    </Answer>
                    <Answer text={yes}>
                      <Ask {...ask.only}>
                        <Answer text={yes}>
                          <Outcome {...end.necessary} />
                        </Answer>
                        <Answer text={no}>
                          <Outcome {...end.mixed} />
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
      <PartNote>
        {source} <SourceLink source={directive} />
      </PartNote>
    </PartFrame>
  )
}
