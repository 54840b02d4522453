/** Hires an applicant: creates the employee, and marks the job opening as filled once all of its positions are. */
import { refuse } from '#shared/base/result.ts';
import { hireApplicant } from '#shared/modules/hr/actions.ts';
import type { applicants, jobOpenings } from '#shared/modules/hr/people.ts';
import { where } from '#shared/query/query.ts';
import type { RecordOf } from '#shared/schema/infer.ts';
import { action } from '../../core/collections/action.ts';
import { answer, needed } from '../common/answer.ts';
import type { RecordWriter } from '../common/record-writer.ts';

export function hireApplicantAction(writer: RecordWriter) {
  return action(hireApplicant, async (tx, { applicantId, hiredOn, jobTitle }, context) => {
    const found = await needed(tx, 'applicants', applicantId, 'applicant');
    if (!found.ok) return found;
    const { status, opening: openingId, name, email, phone } = found.value as unknown as RecordOf<typeof applicants>;
    if (status !== 'offer')
      return refuse({
        code: 'state_conflict',
        message: `The applicant is ${status} and has no offer.`,
        detail: { status },
      });
    if (await tx.findOne('employees', { email }))
      return refuse({ code: 'duplicate', message: `An employee ${email} already exists.`, path: 'email' });
    const opening = (await tx.get('job_openings', openingId)) as RecordOf<typeof jobOpenings> | null;
    const errand = { tx, context };
    const employee = await writer.create(errand, 'employees', {
      name,
      email,
      phone,
      jobTitle: jobTitle ?? opening?.title.slice(0, 120) ?? 'New colleague',
      department: opening?.department ?? null,
      employment: opening?.employment ?? 'full_time',
      hiredOn,
    });
    if (!employee.ok) return employee;
    const hired = await writer.update(errand, 'applicants', applicantId, {
      status: 'hired',
      employee: employee.value.id,
    });
    if (!hired.ok) return hired;
    const places = opening?.positions ?? 0;
    const taken = await tx.find('applicants', {
      where: where({ opening: openingId, status: 'hired' }),
      limit: places + 1,
    });
    if (opening?.status === 'open' && taken.length >= places) {
      const filled = await writer.update(errand, 'job_openings', openingId, { status: 'filled' });
      if (!filled.ok) return filled;
    }
    return answer(employee.value, { applicant: hired.value });
  });
}
