import { useTranslation } from 'react-i18next'
import { PartFrame } from '../pieces/part-frame.tsx'
import { Quiz } from '../quiz/quiz.tsx'

/** Which of the three ways out is the right one. */
const scenes = { call: 'b', parcel: 'c', invoice: 'a', code: 'c', door: 'b', support: 'a' } as const
const options = ['a', 'b', 'c'] as const

const names = Object.keys(scenes) as (keyof typeof scenes)[]

/** What would you do: scenes in which somebody works on people and not on computers. */
export function EngineeringScenes() {
  const { t } = useTranslation()
  const texts = t(($) => $.parts.engineeringScenes, { returnObjects: true })
  return (
    <PartFrame title={texts.title} lead={texts.lead}>
      <Quiz
        questions={names.map((name) => ({
          id: name,
          ask: texts.scenes[name].scene,
          options: options.map((option) => texts.scenes[name][option]),
          right: options.indexOf(scenes[name]),
          why: texts.scenes[name].why,
        }))}
      />
    </PartFrame>
  )
}
