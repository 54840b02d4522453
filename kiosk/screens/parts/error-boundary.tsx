/** The last net under the page: a bug in drawing must not leave staff in front of an empty screen. */
import { Component, type ErrorInfo, type ReactElement, type ReactNode } from 'react';
import { useWords } from '../words/use-words.tsx';
import { PlainScreen } from './plain-screen.tsx';

interface ErrorBoundaryProps {
  readonly onReload: () => void;
  readonly children: ReactNode;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { readonly error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error('the page broke:', error, info.componentStack);
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === null ? this.props.children : <BrokenScreen error={error} onReload={this.props.onReload} />;
  }
}

function BrokenScreen({ error, onReload }: { readonly error: Error; readonly onReload: () => void }): ReactElement {
  const { broken, common } = useWords();
  return (
    <div className="kiosk" data-phase="broken">
      <PlainScreen title={broken.title} urgent>
        <p>
          <b>{broken.whatToDo}</b> {broken.text}
        </p>
        <button type="button" className="button strong wide" onClick={onReload}>
          {common.startAgain}
        </button>
        <p className="hint" lang="en" dir="auto">
          {error.message}
        </p>
      </PlainScreen>
    </div>
  );
}
