import { type CastMember, sampleCast } from "./cast.js";
import { type SampleDepartment, sampleDepartments } from "./departments.js";
import { employeeNumbers } from "./employee-numbers.js";
import { groupsOfSeat } from "./permission-groups.js";
import { type Draw, seededDraw, shuffled } from "./random.js";
import {
  familyNames,
  familyNamesBeyondCp932,
  foreignNames,
  foreignNamesBeyondCp932,
  givenNames,
  type SampleName,
} from "./sample-names.js";

/** A user of the sample company, with the spec's field names (SPEC 2.1). */
export interface SampleUser {
  readonly user_id: string;
  readonly display_name: string;
  readonly department: string;
  readonly department_code: string;
  readonly email: string;
  readonly head_office: boolean;
  readonly role: "admin" | "developer" | "user";
  readonly permission_groups: readonly string[];
}

interface Seat {
  readonly department: SampleDepartment;
  readonly permission_groups: readonly string[];
}

const SEED = 1959;
/** One user in this many has a name that is not Japanese. */
const FOREIGN_ONE_IN = 40;

/** The 1,600 users of the company, including the cast, in the order of their numbers; always the same. */
export function sampleUsers(): SampleUser[] {
  const draw = seededDraw(SEED);
  const cast: readonly CastMember[] = Object.values(sampleCast);
  const seats = shuffled(
    sampleDepartments.flatMap((department) => openSeats(department, cast)),
    draw,
  );
  const numbers = employeeNumbers(seats.length, new Set(cast.map(({ user_id }) => user_id)), draw);
  const nameFor = names(new Set(cast.map(({ display_name }) => display_name)), draw);
  const emailFor = addresses(cast.map(({ email }) => email));

  const drawn = seats.map(({ department, permission_groups }, index): SampleUser => {
    const name = nameFor(department, index);
    return {
      user_id: numbers[index] as string,
      display_name: name.written,
      department: department.name,
      department_code: department.code,
      email: emailFor(name.address),
      head_office: department.head_office,
      role: "user",
      permission_groups,
    };
  });
  return [...cast.map(asUser), ...drawn].sort((one, other) => (one.user_id < other.user_id ? -1 : 1));
}

function openSeats(department: SampleDepartment, cast: readonly CastMember[]): Seat[] {
  const taken = cast.filter(({ department_code }) => department_code === department.code).length;
  return Array.from({ length: department.headcount - taken }, (_, seat) => ({
    department,
    permission_groups: groupsOfSeat(department, seat),
  }));
}

function asUser({ part: _part, sees: _sees, ...fields }: CastMember): SampleUser {
  const department = sampleDepartments.find(({ code }) => code === fields.department_code);
  if (!department) throw new Error(`the cast names the department ${fields.department_code}, which does not exist`);
  return { ...fields, department: department.name, head_office: department.head_office };
}

/**
 * Foreign names are used once each, so the lists are consumed from the front; names at the head office fit CP932. No
 * other user has the name of a cast member, so that a name identifies that one; all others may have namesakes.
 */
function names(ofCast: ReadonlySet<string>, draw: Draw): (department: SampleDepartment, index: number) => SampleName {
  const anywhere = [...foreignNames];
  const outside = [...foreignNamesBeyondCp932];
  const familiesOutside = [...familyNames, ...familyNamesBeyondCp932];
  return ({ head_office }, index) => {
    if (index % FOREIGN_ONE_IN === FOREIGN_ONE_IN - 1) {
      const foreign = (head_office ? undefined : outside.shift()) ?? anywhere.shift();
      if (foreign) return foreign;
    }
    let name: SampleName;
    do name = fullName(pick(head_office ? familyNames : familiesOutside, draw), pick(givenNames, draw));
    while (ofCast.has(name.written));
    return name;
  };
}

function fullName(family: SampleName, given: SampleName): SampleName {
  return { written: `${family.written} ${given.written}`, address: `${family.address}.${given.address}` };
}

function pick<T>(entries: readonly T[], draw: Draw): T {
  return entries[draw(entries.length)] as T;
}

/** A number distinguishes users of the same name, as in mail systems. */
function addresses(taken: readonly string[]): (local: string) => string {
  const used = new Set(taken);
  return (local) => {
    let email = `${local}@aoba.example`;
    for (let n = 2; used.has(email); n += 1) email = `${local}${n}@aoba.example`;
    used.add(email);
    return email;
  };
}
