/** Whether a property is the object's own. `Object.hasOwn` says the same, but is younger than browsers that people still use. */
export function owns(object: object, name: string): boolean {
  return Reflect.getOwnPropertyDescriptor(object, name) !== undefined
}
