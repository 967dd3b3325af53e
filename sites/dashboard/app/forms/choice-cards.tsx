export interface ChoiceCardsProps {
  legend: string
  /** Of the radio buttons, each with the value of its choice. */
  name: string
  choices: readonly { readonly value: string; readonly name: string; readonly about: string }[]
  chosen: string
  /** Id of the form they belong to, where they stand outside of it. */
  form?: string
}

/** Choices one below the other, each with what follows from it. */
export function ChoiceCards({ legend, name, choices, chosen, form }: ChoiceCardsProps) {
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 text-sm font-[520]">{legend}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="flex cursor-pointer items-start gap-3 rounded-md border border-line-strong px-4 py-3 hover:border-ink-3 has-checked:border-ink has-checked:bg-sunken"
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            form={form}
            defaultChecked={choice.value === chosen}
            className="mt-1 size-4 shrink-0 accent-amber"
          />
          <span className="grid gap-0.5 text-sm font-[560]">
            {choice.name}
            <span className="font-[400] text-ink-2">{choice.about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
