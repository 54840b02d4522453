/** The last net under the page: a bug in drawing must not leave staff in front of an empty screen. */
import { Component, type ErrorInfo, type ReactNode } from 'react';
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
    if (error === null) return this.props.children;
    return (
      <div className="kiosk" data-phase="broken">
        <PlainScreen title="This screen stopped working" urgent>
          <p>
            <b>Press “Start again”.</b> Everything that was shown green is on disk; nothing is lost and nobody has to be
            scanned twice. If it happens again, use another kiosk and tell the organizer what stands below.
          </p>
          <button type="button" className="button strong wide" onClick={this.props.onReload}>
            Start again
          </button>
          <p className="hint">{error.message}</p>
        </PlainScreen>
      </div>
    );
  }
}
