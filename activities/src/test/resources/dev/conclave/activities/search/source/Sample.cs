using System.Threading;
using static System.Math;

namespace App.Limits
{
    public interface ILimiter
    {
        void Release(int permits);
    }

    public sealed class Limiter : ILimiter
    {
        public int Capacity { get; set; }

        public async Task<bool> AcquireAsync(int permits)
        {
            return await Task.FromResult(true);
        }

        public void Release(int permits) { }
    }
}
