import type { z } from 'zod'

/**
 * For `z.toJSONSchema`: writes patterns so that they mean the same with and without the Unicode flag. Some validators of JSON Schema
 * leave it out, and read `\p{Cc}` as five letters then. Halves of surrogate pairs can't be named without it; no UTF-8 text has any.
 */
export function portablePattern({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  // Several patterns of one text are parts of it.
  for (const part of jsonSchema.allOf ?? []) portablePattern({ jsonSchema: part })
  if (jsonSchema.pattern === undefined) return
  jsonSchema.pattern = jsonSchema.pattern
    .replaceAll(String.raw`\p{Cc}`, String.raw`\u0000-\u001f\u007f-\u009f`)
    .replaceAll(String.raw`\p{Cs}`, '')
}
