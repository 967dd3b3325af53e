/**
 * Stands for a service that is made after the one that asks it: `find` is called with each question. Two services that ask each other are passed to one
 * another this way, and a new question needs no line here.
 */
export function later<Service extends object>(find: () => Service): Service {
  // The target is never read: every question goes to the service that is there by then.
  return new Proxy({} as Service, { get: (_target, question) => Reflect.get(find(), question) })
}
