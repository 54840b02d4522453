/** The language of the console in this browser. */

import { mayLeave } from '../../parts/form/guard-leaving.ts';
import { Select } from '../../parts/form/select.tsx';
import { changeLanguage, type Language, language, languages, t } from '../../parts/text/text.ts';

/** The page starts again, which would lose what is not saved: a person who stays keeps it, and the language. */
function change(chosen: Language): void {
  if (mayLeave()) changeLanguage(chosen);
}

export function LanguageSwitch() {
  const options = (Object.keys(languages) as Language[]).map((value) => ({ value, label: languages[value] }));
  return (
    <div className="language" data-language={language()}>
      <Select label={t('language')} value={language()} options={options} onChange={change} />
    </div>
  );
}
