/** The language of the console in this browser. */
import { Select } from '../../parts/form/select.tsx';
import { changeLanguage, type Language, language, languages, t } from '../../parts/text/text.ts';

export function LanguageSwitch() {
  const options = (Object.keys(languages) as Language[]).map((value) => ({ value, label: languages[value] }));
  return (
    <div className="language" data-language={language()}>
      <Select label={t('language')} value={language()} options={options} onChange={changeLanguage} />
    </div>
  );
}
