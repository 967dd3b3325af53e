import { useId } from 'react'

/** A labelled slider for a whole number. An island reads it by its name and writes the number to `data-out={name}`, as `shown` at first. */
export function NumberSlider({
  name,
  label,
  min,
  max,
  value,
  shown = String(value),
}: {
  name: string
  label: string
  min: number
  max: number
  value: number
  shown?: string
}) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-[520]">
          {label}
        </label>
        <output htmlFor={id} data-out={name} className="tabular font-[560]">
          {shown}
        </output>
      </div>
      <input
        id={id}
        type="range"
        name={name}
        min={min}
        max={max}
        defaultValue={value}
        autoComplete="off"
        className="h-11 w-full accent-[var(--ink)]"
      />
    </div>
  )
}
