/** A member of the test servers that know only the specification. */
export interface Person {
  readonly id: number;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The role as the token names it; a captain if it is absent. */
  readonly role?: string;
}
export const mira: Person = { id: 583, username: 'mira', firstName: 'Mira', lastName: 'Sen' };
export const kabir: Person = { id: 584, username: 'kabir', firstName: 'Kabir', lastName: 'Rao' };
/** The two members who chat. */
export const people = [mira, kabir];
export const indu: Person = {
  id: 585,
  username: 'indu',
  firstName: 'Indu',
  lastName: 'Das',
  role: 'ROLE_INVENTORY_MANAGER',
};
const sara: Person = {
  id: 586,
  username: 'sara',
  firstName: 'Sara',
  lastName: 'Thomas',
  role: 'ROLE_SUPER_ADMIN',
};
export const personNamed = (username: unknown) =>
  [...people, indu, sara].find((person) => person.username === username);
export const roleOf = ({ role }: Person) => role ?? 'ROLE_RESCUE_CAPTAIN';
